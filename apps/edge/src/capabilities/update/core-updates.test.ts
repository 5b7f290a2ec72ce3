import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { makePackage, testReleaseKey, type TestPackage } from '@sightline/testing/edge-releases/make-package';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SoftwareFolder } from '../../platform/software/software-folder.ts';
import { firstState, type SoftwareOrder } from '../../platform/software/software-state.ts';
import { MetaStore } from '../../platform/store/meta-store.ts';
import { openStore, type Store } from '../../platform/store/open-store.ts';
import { CoreUpdates } from './core-updates.ts';
import { fetchRelease } from './fetch-release.ts';
import { isProved } from './proving.ts';

type Report = Extract<EdgeRecordBody, { kind: 'softwareState' }>;

const updateId = '01890000-0000-7000-8000-000000000001';
const main = 'apps/edge/src/app/main.ts';

let folder: string;
let store: Store;
let software: SoftwareFolder;
let server: Server;
let updates: CoreUpdates;
let reports: Report[];
let report: (one: Report) => void;
let orders: SoftwareOrder[];
let asked: (string | undefined)[];
/** How the server answers: by default with the rest of the package. */
let serve: (response: ServerResponse, rest: Buffer, from: number) => void;
let bytes: Buffer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-update-'));
  [reports, orders, asked] = [[], [], []];
  report = (one) => reports.push(one);
  serve = (response, rest, from) =>
    response
      .writeHead(206, { 'content-range': `bytes ${String(from)}-${String(bytes.length - 1)}/${String(bytes.length)}` })
      .end(rest);
  server = createServer((request, response) => {
    asked.push(request.headers.range);
    if (request.headers.authorization !== 'Bearer ticket') return void response.writeHead(404).end();
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    serve(response, bytes.subarray(from), from);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  store = openStore(join(folder, 'core.sqlite'));
  software = new SoftwareFolder(join(folder, 'software'));
  updates = makeUpdates();
});
afterEach(async () => {
  await updates.stop();
  store.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

type Had = Pick<SoftwareOrder, 'recorded' | 'wasLinked' | 'streams'>;
const makeUpdates = (
  dataFormat = 3,
  evidence = (): Had => ({ recorded: 2, wasLinked: true, streams: ['a', 'b'] }),
): CoreUpdates =>
  new CoreUpdates({
    folder: software,
    running: { version: '0.1.0', readsTo: 3 },
    dataFormat: () => dataFormat,
    releaseKeys: () => [testReleaseKey],
    meta: new MetaStore(store),
    serverUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    serverCa: null,
    report: (one) => report(one),
    switchTo: (order) => orders.push(order),
    evidence,
    log: { warn: () => undefined, info: () => undefined, error: () => undefined } as never,
    nowUtcMs: () => 1_000,
  });

function request(change: object = {}, packed: TestPackage = {}): Parameters<CoreUpdates['update']>[0] {
  bytes = makePackage(packed);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    updateId,
    version: '0.2.0',
    bytes: bytes.length,
    sha256,
    path: `/api/v1/link/releases/${updateId}`,
    token: 'ticket',
    ...change,
  };
}

const ended = async (): Promise<Report> =>
  vi.waitFor(
    () => {
      const last = reports.at(-1);
      if (last?.cause == null) throw new Error(JSON.stringify(last));
      return last;
    },
    { timeout: 15_000 },
  );

const nothingLeft = (): void => {
  expect(orders).toEqual([]);
  expect(existsSync(join(software.path, 'incoming'))).toBe(false);
  expect(readdirSync(join(software.path, 'versions'))).toEqual([]);
};

/** The last file is another one; those before it are unpacked by then. */
const changed: TestPackage['entries'] = (all) =>
  all.map((one, index) => (index === all.length - 1 ? { ...one, content: 'process.exit(1);\n' } : one));

describe('an update that the core refuses', () => {
  it.each<[string, TestPackage, string]>([
    [
      'was signed by nobody that it trusts',
      { entries: (all) => all.filter(({ path }) => path !== 'signature.json') },
      'core_package_unsigned',
    ],
    ['is for another processor', { manifest: { arch: 'mips' } }, 'core_package_platform'],
    ['is for another Node', { manifest: { node: { min: 18, below: 19 } } }, 'core_package_platform'],
    ['cannot read its store', { manifest: { dataFormat: { from: 1, to: 2 } } }, 'core_update_data_format'],
    ['has a file that differs from what was signed', { entries: changed }, 'core_package_hash'],
    ['is another version than the server says', { manifest: { version: '0.3.0' } }, 'core_package_broken'],
  ])('%s', async (_name, packed, cause) => {
    updates.update(request({}, packed));
    expect(await ended()).toMatchObject({ state: 'failed', cause });
    nothingLeft();
    expect(software.release('0.2.0')).toBeNull();
  });

  it('is not the file that the server announced', async () => {
    updates.update(request({ sha256: 'a'.repeat(64) }));
    expect(await ended()).toMatchObject({ state: 'failed', cause: 'core_package_broken' });
    nothingLeft();
  });

  it('is older than what runs, as a server might bring old faults back', () => {
    expect(() => updates.update(request({ version: '0.0.9' }, { manifest: { version: '0.0.9' } }))).toThrow(
      expect.objectContaining({ code: 'core_update_older' }),
    );
    expect([orders, asked]).toEqual([[], []]);
  });

  it('is larger than the disk has room for beside footage', async () => {
    updates.update(request({ bytes: Number.MAX_SAFE_INTEGER }));
    expect(await ended()).toMatchObject({ state: 'failed', cause: 'disk_full' });
    expect(asked).toEqual([]);
  });

  it('comes while another one is under way', () => {
    serve = () => undefined;
    updates.update(request());
    expect(() => updates.update(request({ updateId: '01890000-0000-7000-8000-000000000002' }))).toThrow(
      expect.objectContaining({ code: 'core_update_running' }),
    );
    expect(() => updates.rollBack({ updateId })).toThrow(expect.objectContaining({ code: 'core_update_running' }));
  });

  it('is a way back that is not there, or that could not read what is stored by now', () => {
    expect(() => updates.rollBack({ updateId })).toThrow(expect.objectContaining({ code: 'core_update_no_previous' }));
    software.write({
      ...firstState(4),
      current: { name: '0.2.0-0123456789ab', readsTo: 4 },
      previous: { name: 'installed', readsTo: 3 },
    });
    updates = makeUpdates(4);
    expect(() => updates.rollBack({ updateId })).toThrow(expect.objectContaining({ code: 'core_update_data_format' }));
  });

  it('was cancelled', async () => {
    serve = () => undefined;
    updates.update(request());
    await vi.waitFor(() => expect(asked.length).toBe(1));
    updates.cancel({ updateId });
    expect(await ended()).toMatchObject({ state: 'cancelled', cause: 'core_update_cancelled' });
    expect(orders).toEqual([]);
  });
});

it('fetches in as many pieces as the connection makes of it, across a restart, and asks its launcher', async () => {
  const packed = {
    files: { [main]: 'x'.repeat(20_000), 'packages/x/package.json': '{}' },
    manifest: { links: [{ path: 'node_modules/@s/x', target: 'packages/x' }] },
  };
  const order = request({ token: 'stale' }, packed);
  updates.update(order);
  await vi.waitFor(() => expect(asked).toEqual(['bytes=0-']));
  // The server brings a fresh token, and the connection breaks after a piece.
  serve = (response, rest, from) => {
    response.writeHead(206, {
      'content-range': `bytes ${String(from)}-${String(bytes.length - 1)}/${String(bytes.length)}`,
      'content-length': rest.length,
    });
    response.write(rest.subarray(0, 100), () => setTimeout(() => response.destroy(), 20));
  };
  updates.update({ ...order, token: 'ticket' });
  await vi.waitFor(() => expect(asked.at(-1)).not.toBe('bytes=0-'), { timeout: 15_000 });
  await updates.stop();
  updates = makeUpdates();
  serve = (response, rest, from) => response.writeHead(206, { 'content-range': `bytes ${String(from)}-` }).end(rest);
  updates.start();
  await vi.waitFor(() => expect(orders.length).toBe(1), { timeout: 15_000 });
  const name = `0.2.0-${order.sha256.slice(0, 12)}`;
  expect(orders[0]).toEqual({
    updateId,
    from: { name: 'installed', readsTo: 3 },
    to: { name, readsTo: 1000 },
    recorded: 2,
    wasLinked: true,
    streams: ['a', 'b'],
    atUtcMs: 1_000,
  });
  expect(asked.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
  expect(readFileSync(join(software.versionFolder(name), 'node_modules/@s/x/package.json'), 'utf8')).toBe('{}');
  expect(lstatSync(join(software.versionFolder(name), 'node_modules/@s/x')).isSymbolicLink()).toBe(true);
  expect(reports.map(({ state }) => state)).toEqual(expect.arrayContaining(['checking', 'switching']));
  expect(updates.status()).toMatchObject({ version: '0.1.0', previous: null, releaseKeys: [testReleaseKey] });
});

describe('a version has proved itself', () => {
  const before = { recorded: 2, wasLinked: true, streams: ['a', 'b'] };
  const counted = { ...before, streams: null };
  const now = { isLinked: true, recorded: ['a', 'b'], unwanted: [] as string[], runningMs: 1_000 };
  it.each([
    ['records all that was recorded', before, now, true],
    ['records more', before, { ...now, recorded: ['a', 'b', 'c'] }, true],
    ['records one of two', before, { ...now, recorded: ['a'] }, false],
    ['records one of two, however long it runs', before, { ...now, recorded: ['a'], runningMs: 900_000 }, false],
    ['records another one instead', before, { ...now, recorded: ['a', 'c'] }, false],
    ['records nothing', before, { ...now, recorded: [] }, false],
    ['does not record what nobody wants any more', before, { ...now, recorded: ['a'], unwanted: ['b'] }, true],
    [
      'records nothing, as its cameras were down before',
      { ...before, recorded: 0, streams: [] },
      { ...now, recorded: [] },
      true,
    ],
    ['records fewer than were counted', counted, { ...now, recorded: ['a'] }, false],
    ['records as many as were counted', counted, now, true],
    ['has no link', before, { ...now, isLinked: false }, false],
    ['has no link, and the server is away', before, { ...now, isLinked: false, runningMs: 61_000 }, true],
    ['has no link, as there was none', { ...before, wasLinked: false }, { ...now, isLinked: false }, true],
  ])('when it %s', (...[, had, { recorded, unwanted, ...rest }, expected]) => {
    const evidence = { ...rest, recorded: new Set(recorded), unwanted: new Set(unwanted) };
    expect(isProved(had, evidence)).toBe(expected);
  });
});

it('is not cancelled any more while the new version proves itself', () => {
  const [from, to] = [
    { name: 'installed', readsTo: 3 },
    { name: '0.2.0-0123456789ab', readsTo: 3 },
  ];
  const trial = {
    updateId,
    from,
    to,
    recorded: 0,
    wasLinked: true,
    streams: null,
    atUtcMs: 1,
    starts: 1,
    failure: null,
  };
  software.write({ ...firstState(3), trial });
  updates.start();
  expect(() => updates.cancel({ updateId })).toThrow(expect.objectContaining({ code: 'core_update_running' }));
});

it('leaves nothing of packages that were given up', async () => {
  mkdirSync(join(software.path, 'incoming'));
  writeFileSync(join(software.path, 'incoming', 'given-up'), 'much');
  serve = () => undefined;
  updates.update(request());
  await vi.waitFor(() => expect(asked.length).toBe(1));
  expect(readdirSync(join(software.path, 'incoming'))).not.toContain('given-up');
});

it('does not end the core, nor stay under way, when the disk takes no word of how it ended', async () => {
  const full = (): never => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  };
  const failed: unknown[] = [];
  const unhandled = (error: unknown): void => void failed.push(error);
  process.on('unhandledRejection', unhandled);
  try {
    report = full;
    updates.update(request({ sha256: 'a'.repeat(64) }));
    await vi.waitFor(() => expect(asked.length).toBe(1));
    await vi.waitFor(() =>
      expect(() => updates.update(request({ updateId: '01890000-0000-7000-8000-000000000002' }))).not.toThrow(),
    );
    await updates.stop();
    report = (one) => reports.push(one);
    new MetaStore(store).remove('softwareWork');
    software.write({
      ...firstState(3),
      previous: { name: 'installed', readsTo: 3 },
      current: { name: '0.2.0-0123456789ab', readsTo: 3 },
    });
    updates = makeUpdates(3, full);
    updates.rollBack({ updateId });
    expect(await ended()).toMatchObject({ state: 'failed', cause: 'disk_full' });
    expect(failed).toEqual([]);
  } finally {
    process.off('unhandledRejection', unhandled);
  }
});

it('asks of the next version what was done before a restart, not right after it', async () => {
  updates.update(request());
  await vi.waitFor(() => expect(orders.length).toBe(1), { timeout: 15_000 });
  await updates.stop();
  updates = makeUpdates(3, () => ({ recorded: 0, wasLinked: false, streams: [] }));
  updates.start();
  await vi.waitFor(() => expect(orders.length).toBe(2));
  expect(orders[1]).toMatchObject({ recorded: 2, wasLinked: true, streams: ['a', 'b'] });
});

it('does not ask again and again at once when answers are empty', async () => {
  const source = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/x`,
    token: () => 'ticket',
    serverCa: null,
    bytes: 10,
    sha256: '',
  };
  bytes = Buffer.alloc(10);
  serve = (response) => response.writeHead(206, { 'content-range': 'bytes 0-9/10' }).end();
  const fetching = {
    source,
    file: join(folder, 'in', 'file'),
    signal: AbortSignal.timeout(3_000),
    onProgress: () => undefined,
    patienceMs: 0,
  };
  await expect(fetchRelease(fetching)).rejects.toMatchObject({ code: 'core_update_fetch_failed' });
  expect(asked.length).toBeLessThan(3);
});

it('gives up on a server that hands out nothing', async () => {
  const source = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/x`,
    token: () => 'wrong',
    serverCa: null,
    bytes: 10,
    sha256: '',
  };
  bytes = Buffer.alloc(10);
  const fetching = {
    source,
    file: join(folder, 'in', 'file'),
    signal: AbortSignal.timeout(20_000),
    onProgress: () => undefined,
    patienceMs: 0,
  };
  await expect(fetchRelease(fetching)).rejects.toMatchObject({ code: 'core_update_fetch_failed' });
});
