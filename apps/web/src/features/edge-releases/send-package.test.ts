import type { EdgeRelease } from '@sightline/contracts/edge-releases/edge-release';
import { packagePartBytes } from '@sightline/contracts/edge-releases/core-package';
import { expect, test } from 'vitest';
import { ApiError, noAnswer } from '../../platform/api/api-error.ts';
import { sendPackage } from './send-package.ts';

const release = { version: '9.1.0' } as EdgeRelease;
const bytes = new Uint8Array(2.5 * packagePartBytes).map((_, index) => index % 251);
const file = new File([bytes], 'core.tgz', { lastModified: 1_795_000_000_000 });
const refused = (code: ApiError['code'], status: number): ApiError =>
  new ApiError({ code, data: {}, message: '', requestId: null }, status);

interface Way {
  /** What happens to the n-th request: it fails before the server, or its answer gets lost. */
  before?: (request: number) => ApiError | null;
  behind?: (request: number) => ApiError | null;
  /** What the server has of the file from before. */
  has?: number;
}

/** A server that takes parts as ours does, behind a way that loses some. */
function serverBehind({ before = () => null, behind = () => null, has = 0 }: Way) {
  const seen = {
    parts: [] as [number | undefined, number][],
    pauses: [] as number[],
    shares: [] as number[],
    file: '',
  };
  const taken: Uint8Array[] = [bytes.slice(0, has)];
  let received = has;
  let request = 0;
  const sending = {
    pause: (ms: number) => (seen.pauses.push(ms), Promise.resolve()),
    onProgress: (share: number) => void seen.shares.push(share),
    send: async ({ params, query, body }: Parameters<Parameters<typeof sendPackage>[1]['send']>[0]) => {
      request += 1;
      const lost = before(request);
      if (lost !== null) throw lost;
      seen.file = params.file;
      const from = query.from as number | undefined;
      seen.parts.push([from, body.size]);
      if (from === received) {
        taken.push(new Uint8Array(await body.arrayBuffer()));
        received += body.size;
      }
      const unheard = behind(request);
      if (unheard !== null) throw unheard;
      return { received, release: received === query.totalBytes ? release : null };
    },
  };
  return { seen, sending, whole: async () => new Uint8Array(await new Blob(taken as BlobPart[]).arrayBuffer()) };
}

test('refuses an empty file before anything is sent', async () => {
  const { seen, sending } = serverBehind({});
  await expect(sendPackage(new File([], 'x.tgz'), sending)).rejects.toMatchObject({ code: 'core_package_broken' });
  expect(seen.parts).toEqual([]);
});

test('says that a proxy refuses even a part, and what the server says of the package, without trying again', async () => {
  for (const [answer, code] of [
    [refused('payload_too_large', 413), 'core_package_proxy_limit'],
    [refused('core_package_unsigned', 400), 'core_package_unsigned'],
    [refused('server_disk_full', 507), 'server_disk_full'],
  ] as const) {
    const { seen, sending } = serverBehind({ before: (request) => (request === 2 ? answer : null) });
    await expect(sendPackage(file, sending)).rejects.toMatchObject({ code });
    expect(seen.pauses).toEqual([]);
  }
});

test('says that the connection broke when no answer comes for a minute', async () => {
  const { seen, sending } = serverBehind({ before: (request) => (request > 2 ? noAnswer(new Error('gone')) : null) });
  await expect(sendPackage(file, sending)).rejects.toMatchObject({ code: 'core_package_interrupted' });
  expect(seen.pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(60_000);
});

test('sends parts of at most a megabyte, one behind the other, and says how far it is', async () => {
  const { seen, sending, whole } = serverBehind({});
  expect(await sendPackage(file, sending)).toBe(release);
  expect(seen.parts).toEqual([
    [undefined, 0],
    [0, 1_000_000],
    [1_000_000, 1_000_000],
    [2_000_000, 500_000],
  ]);
  expect(seen.file).toMatch(/^\d{1,10}-\d{1,15}$/);
  expect(seen.shares).toEqual([0, 0.4, 0.8, 1]);
  expect(await whole()).toEqual(bytes);
});

test('goes on behind what the server has, and repeats a part that got lost on its way or whose answer did', async () => {
  const { seen, sending, whole } = serverBehind({
    has: 700_000,
    before: (request) => (request === 2 ? noAnswer(new Error('reset')) : null),
    behind: (request) => (request === 4 ? refused('unavailable', 502) : null),
  });
  expect(await sendPackage(file, sending)).toBe(release);
  expect(seen.parts.map(([from]) => from)).toEqual([undefined, 700_000, 1_700_000, 1_700_000]);
  expect(await whole()).toEqual(bytes);
});
