import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { uploadExport } from './export-upload.ts';
import { startNarrowProxy } from '../../../testing/export/test-narrow-proxy.ts';
import { TestUploadServer } from '../../../testing/export/test-upload-server.ts';

const partBytes = 1_000_000;
const bytes = randomBytes(3_400_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');

let folder: string;
let server: TestUploadServer;
let direct: string;
let proxy: Awaited<ReturnType<typeof startNarrowProxy>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'export-upload-'));
  await writeFile(join(folder, 'export.mp4'), bytes);
  server = new TestUploadServer();
  direct = await server.start();
  proxy = await startNarrowProxy(direct);
});

afterEach(async () => {
  await proxy.stop();
  await server.stop();
  await rm(folder, { recursive: true });
});

function send(
  url: string,
  change: { partBytes?: number | null; onProgress?: (share: number) => void } = {},
): Promise<void> {
  return uploadExport({
    file: join(folder, 'export.mp4'),
    bytes: bytes.length,
    sha256,
    target: {
      url: `${url}/api/v1/link/uploads/x`,
      token: 'secret',
      serverCa: null,
      partBytes: change.partBytes === undefined ? partBytes : change.partBytes,
    },
    signal: new AbortController().signal,
    onProgress: change.onProgress ?? (() => undefined),
  });
}

test('an export passes a proxy that takes no more than a megabyte at once', async () => {
  const shares: number[] = [];
  await send(proxy.url, { onProgress: (share) => shares.push(share) });
  expect(proxy.refused()).toBe(0);
  expect(server.pieces).toEqual([1_000_000, 1_000_000, 1_000_000, 400_000]);
  expect(server.uploads).toMatchObject([{ sha256, authorization: 'Bearer secret' }]);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
});

test('an export goes on where its connection broke, and nothing of it is sent twice', async () => {
  server.behave = (attempt) => (attempt === 4 ? 'drop' : null);
  await expect(send(proxy.url)).rejects.toMatchObject({ code: 'unavailable' });
  await send(proxy.url);
  expect(server.pieces.reduce((sum, one) => sum + one, 0)).toBe(bytes.length);
  expect(server.uploads).toMatchObject([{ sha256 }]);
});

test.each([
  [413, 'export_upload_too_large'],
  [403, 'export_upload_refused'],
  [503, 'unavailable'],
])('a refusal with %d is told as what it is', async (status, code) => {
  server.behave = () => status;
  await expect(send(direct)).rejects.toMatchObject({ code });
});

test('a server that loses what it took is not asked for ever', async () => {
  server.behave = (attempt) => (attempt % 2 === 0 ? 409 : null);
  await expect(send(direct)).rejects.toMatchObject({ code: 'export_upload_refused' });
});

test('a server of before gets the file in one piece, and what a proxy refuses then is told in words that it knows', async () => {
  await send(direct, { partBytes: null });
  expect(server.uploads).toMatchObject([{ sha256 }]);
  expect(server.pieces).toEqual([]);
  await expect(send(proxy.url, { partBytes: null })).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(proxy.refused()).toBe(1);
});
