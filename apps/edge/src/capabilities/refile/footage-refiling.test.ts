import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { decodeFragmentIndex } from '@sightline/media/fragment-index/fragment-record';
import { repairSegment } from '@sightline/media/repair/repair-segment';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nodeDisk } from '../footage/disk.ts';
import { readCoverage } from '../record/read-coverage.ts';
import { indexPath, segmentPath, segmentStart } from '../footage/segment-path.ts';
import { nowUtcMs, systemClock } from '../../platform/clock.ts';
import { socketPathFor } from '../../platform/data-folder-lock.ts';
import { correctClock } from '../../platform/processes/shared-clock.ts';
import { type EdgeStores, openEdgeStores } from '../../platform/store/edge-stores.ts';
import { testSegment } from '../../../testing/platform/store/test-segment.ts';
import { FootageRefiling, type FootageRefilingDeps } from './footage-refiling.ts';
import { MediaSupervision } from '../record/media-supervision.ts';

const dayMs = 86_400_000;
/** A recorder that goes on while its clock is put right writes times of the wrong clock for so long. */
const recordsLateMs = 6_000;
/** A camera begins with its last keyframe, which is filed by its own time: so long before the recorder asked for it. */
const keyframeAgeMs = 1_000;
const log = pino({ level: 'silent' });
const [cameraId, streamId] = [uuidv7(), uuidv7()];
let folder: string;
let volume: string;
let stores: EdgeStores;
let cameras: RtspServer;
let media: MediaSupervision | null = null;
let refiling: FootageRefiling;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'footage-refiling-'));
  volume = join(folder, 'footage');
  mkdirSync(volume);
  stores = openEdgeStores(folder);
  cameras = await startRtspServer();
  await cameras.addStream('gate', { file: await testMedia('h264-sub') });
  const desired = cameraConfig({ id: cameraId, stream: { id: streamId, url: cameras.url('gate') } });
  stores.desired.apply({ sequence: 1, entity: 'camera', entityId: cameraId, revision: 1, desired }, Date.now());
}, 60_000);

afterEach(async () => {
  await stopRecording();
  await refiling.stop();
  stores.store.close();
  await cameras.stop();
  correctClock(0);
  rmSync(folder, { recursive: true, force: true });
});

async function startRefiling(own: Partial<FootageRefilingDeps> = {}): Promise<void> {
  refiling = new FootageRefiling({
    stores,
    volume,
    isHere: () => Promise.resolve(true),
    log,
    settleMs: 0,
    retryMs: 100,
    ...own,
  });
  await refiling.start();
}

function startRecording(): void {
  media = new MediaSupervision({
    stores,
    volume,
    busSocketPath: socketPathFor(folder, 'media.sock'),
    clock: systemClock,
    log,
  });
  media.start();
}

async function stopRecording(): Promise<void> {
  await media?.stop();
  media = null;
}

const files = (): string[] =>
  readdirSync(volume, { recursive: true })
    .map(String)
    .filter((path) => path.startsWith(streamId) && /\.(mp4|idx)$/.test(path))
    .toSorted();
const rows = () => stores.segments.overlapping(streamId, -1e15, 1e15);
const waitForFootage = (fromUtcMs: number): Promise<void> =>
  vi.waitFor(
    () =>
      expect(
        rows().some(
          (row) =>
            row.startUtcMs >= fromUtcMs - keyframeAgeMs &&
            row.startUtcMs < fromUtcMs + dayMs &&
            row.knownEndUtcMs > row.startUtcMs + 1_500,
        ),
      ).toBe(true),
    { timeout: 40_000 },
  );
const isRefiled = (): boolean => stores.meta.get('clockSpansWrong') === '[]';
const untilRefiled = (timeout = 40_000): Promise<void> => vi.waitFor(() => expect(isRefiled()).toBe(true), { timeout });

/** What each file says of its times: its name, its index, and its fragments without the index. */
function expectTimesOfFiles(fromUtcMs: number, toUtcMs: number): void {
  const segments = rows();
  expect(files()).toEqual(segments.flatMap(({ path }) => [indexPath(path), path]).toSorted());
  for (const { path, startUtcMs, endUtcMs } of segments) {
    const bytes = readFileSync(join(volume, path));
    const index = decodeFragmentIndex(readFileSync(join(volume, indexPath(path))));
    const found = repairSegment(bytes.length, (at, size) => bytes.subarray(at, at + size), []).records;
    expect(found.length).toBe(index.length);
    expect(Math.abs(segmentStart(path)! - startUtcMs)).toBeLessThanOrEqual(1);
    for (const [at, { wallMs }] of index.entries()) {
      expect(Math.abs(found[at]!.wallMs - wallMs)).toBeLessThanOrEqual(1);
      expect(wallMs).toBeGreaterThanOrEqual(startUtcMs - 1);
    }
    expect(startUtcMs).toBeGreaterThan(fromUtcMs);
    expect(endUtcMs).toBeLessThan(toUtcMs);
  }
}

test.each([3, -3])(
  'what was filed by a clock that was %i days off is where it belongs once that is known, on the disk, in the ledger and for the server',
  async (days) => {
    // It was known to record until a while ago.
    const beforeMs = Date.now() - 20_000;
    stores.gaps.put({
      streamId,
      startUtcMs: beforeMs - 1_000,
      endUtcMs: beforeMs,
      cause: 'recording_off',
      isOpen: false,
    });
    correctClock(days * dayMs);
    await startRefiling({ settleMs: recordsLateMs });
    expect(refiling.isHeld()).toBe(true);
    const startedMs = Date.now();
    startRecording();
    await waitForFootage(startedMs + days * dayMs);
    stores.outbox.append(Math.round(nowUtcMs()), { kind: 'coreNotice', code: 'disk_slow', detail: 'x' });
    refiling.corrected(-days * dayMs);
    correctClock(0);
    const knownMs = Date.now();
    expect(refiling.isHeld()).toBe(true);
    await waitForFootage(knownMs);
    await untilRefiled();
    expect(refiling.isHeld()).toBe(false);
    await stopRecording();
    const nowMs = Date.now();

    expectTimesOfFiles(beforeMs, nowMs + 1_000);
    expect(rows().some(({ startUtcMs }) => startUtcMs < knownMs - 1_000)).toBe(true);
    const range = { streamId, fromUtcMs: beforeMs, toUtcMs: nowMs, nowUtcMs: nowMs };
    const { recorded, gaps } = readCoverage(stores, range);
    expect(recorded[0]!.fromUtcMs).toBeLessThan(knownMs - 1_000);
    expect(recorded.at(-1)!.toUtcMs).toBeGreaterThan(knownMs);
    expect(gaps.filter((gap) => gap.toUtcMs - gap.fromUtcMs > 400).map(({ cause }) => cause)).not.toContain(
      'gap_unknown',
    );
    expect(gaps[0]).toMatchObject({ fromUtcMs: beforeMs, cause: 'edge_down' });
    // Nothing is left of the times of the wrong clock.
    const ledger = stores.gaps.overlapping(streamId, 0, 1e15);
    const isNear = (utcMs: number): boolean => utcMs > beforeMs - 2_000 && utcMs < nowMs + 1_000;
    expect(ledger.filter(({ startUtcMs, endUtcMs }) => !isNear(startUtcMs) || !isNear(endUtcMs))).toEqual([]);
    const told = stores.outbox.after(0, 500);
    for (const { atUtcMs } of told) expect(Math.abs(atUtcMs - startedMs)).toBeLessThan(60_000);
    // The server keeps what it was told last of each.
    const last = new Map(told.flatMap(({ body }) => (body.kind === 'gap' ? [[body.gapId, body] as const] : [])));
    const kept = [...last.values()].filter(({ fromUtcMs, toUtcMs }) => toUtcMs > fromUtcMs);
    const closed = ledger.filter(({ isOpen, cause }) => isOpen === 0 && cause !== 'recording_off');
    const toldGaps = kept.map(
      ({ gapId, fromUtcMs, toUtcMs, cause }) => [gapId, { fromUtcMs, toUtcMs, cause }] as const,
    );
    expect(new Map(toldGaps)).toEqual(
      new Map(
        closed.map(({ id, startUtcMs, endUtcMs, cause }) => [id, { fromUtcMs: startUtcMs, toUtcMs: endUtcMs, cause }]),
      ),
    );
  },
  120_000,
);

test.each(['intended', 'moved', 'noted'])(
  'a core that ends when a file that is filed anew is %s goes on with it at the next start',
  async (fatal) => {
    correctClock(-3 * dayMs);
    await startRefiling({
      onStep: (step) => {
        if (step !== fatal) return;
        refiling.stop().catch(() => undefined);
        throw new Error('ended');
      },
    });
    const startedMs = Date.now();
    startRecording();
    await waitForFootage(startedMs - 3 * dayMs);
    await stopRecording();
    refiling.corrected(3 * dayMs);
    correctClock(0);
    await vi.waitFor(() => expect(stores.meta.get('footageMoving')).not.toBeNull(), { timeout: 20_000 });
    await refiling.stop();
    expect(isRefiled()).toBe(false);
    stores.store.close();

    stores = openEdgeStores(folder);
    await startRefiling();
    expect(stores.meta.get('footageMoving')).toBeNull();
    await untilRefiled();
    expectTimesOfFiles(startedMs - 5_000, Date.now() + 1_000);
    expect(rows().length).toBeGreaterThan(0);
  },
  60_000,
);

test('what is filed anew takes no place of footage that is there: both are kept', async () => {
  await startRefiling();
  const startedMs = Date.now();
  startRecording();
  await waitForFootage(startedMs);
  await stopRecording();
  refiling.confirmed();
  const [kept] = rows();
  expect(existsSync(join(volume, kept!.path))).toBe(true);
  const before = readFileSync(join(volume, kept!.path));

  correctClock(dayMs);
  await startRefiling();
  startRecording();
  await waitForFootage(Date.now() + dayMs);
  await stopRecording();
  const wrong = rows().filter(({ startUtcMs }) => startUtcMs > Date.now() + dayMs / 2);
  // To the very millisecond at which the first file begins.
  refiling.corrected(kept!.startUtcMs - wrong[0]!.startUtcMs);
  correctClock(0);
  await untilRefiled();
  expect(readFileSync(join(volume, kept!.path)).equals(before)).toBe(true);
  expect(rows()).toHaveLength(1 + wrong.length);
  expect(rows().map(({ path }) => segmentStart(path))).toEqual(
    expect.arrayContaining([kept!.startUtcMs, kept!.startUtcMs + 1]),
  );
}, 120_000);

/** Closed files of two seconds each, one after another, as a recorder would have left them. */
function leaveFiles(count: number, fromUtcMs: number): void {
  for (let at = fromUtcMs; at < fromUtcMs + count * 2_000; at += 2_000) {
    const path = segmentPath(streamId, at);
    mkdirSync(join(volume, path, '..'), { recursive: true });
    writeFileSync(join(volume, path), 'footage');
    stores.segments.put({
      streamId,
      path,
      startUtcMs: at,
      endUtcMs: at + 2_000,
      bytes: 7,
      initBytes: 1,
      videoCodec: 'h264',
      codecString: 'avc1.640028',
      width: 640,
      height: 360,
      audioCodec: null,
      isRepaired: false,
    });
  }
}

const misfiled = (): number => rows().filter(({ startUtcMs }) => startUtcMs < Date.now() - dayMs).length;

test.each(['intended', 'noted'])(
  'a disk that goes while files are filed anew, one of them %s, leaves no footage at the wrong times',
  async (moment) => {
    let isHere = true;
    let movesLeft = 2;
    correctClock(-3 * dayMs);
    await startRefiling({
      isHere: () => Promise.resolve(isHere),
      onStep: (step) => {
        if (step !== moment || --movesLeft !== 0) return;
        isHere = false;
        // What is mounted there bears no files without it.
        renameSync(volume, `${volume}.away`);
        mkdirSync(volume);
      },
    });
    const startedMs = Date.now();
    leaveFiles(4, Math.round(nowUtcMs()) - 1_000);
    refiling.corrected(3 * dayMs);
    correctClock(0);
    await vi.waitFor(() => expect(isHere).toBe(false), { timeout: 20_000 });
    // Long enough to try again.
    await setTimeout(500);
    expect(isRefiled()).toBe(false);
    expect(misfiled()).toBeGreaterThan(0);

    rmSync(volume, { recursive: true });
    renameSync(`${volume}.away`, volume);
    isHere = true;
    await untilRefiled();
    expect(misfiled()).toBe(0);
    expect(rows()).toHaveLength(4);
    for (const { path, startUtcMs } of rows()) {
      expect(existsSync(join(volume, path))).toBe(true);
      expect(segmentStart(path)).toBe(startUtcMs);
      expect(startUtcMs).toBeGreaterThan(startedMs - 2_000);
    }
  },
  60_000,
);

test('the time of a file that somebody deleted meanwhile is put right as well: what is missing is missed where it was', async () => {
  correctClock(-3 * dayMs);
  await startRefiling();
  leaveFiles(3, Math.round(nowUtcMs()) - 1_000);
  const gone = rows()[1]!;
  rmSync(join(volume, gone.path));
  refiling.corrected(3 * dayMs);
  correctClock(0);
  await untilRefiled();
  expect(misfiled()).toBe(0);
  expect(rows().map(({ startUtcMs, path }) => [startUtcMs - gone.startUtcMs - 3 * dayMs, path === gone.path])).toEqual([
    [-2_000, false],
    [0, true],
    [2_000, false],
  ]);
}, 60_000);

test('one file that its disk does not give keeps no other at the wrong times', async () => {
  correctClock(-3 * dayMs);
  let bad = 'none yet';
  await startRefiling({
    disk: {
      ...nodeDisk,
      rename: (path, to) =>
        path.endsWith(bad)
          ? Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' }))
          : nodeDisk.rename(path, to),
    },
  });
  leaveFiles(3, Math.round(nowUtcMs()) - 1_000);
  bad = rows()[0]!.path;
  refiling.corrected(3 * dayMs);
  correctClock(0);
  await untilRefiled(90_000);
  expect(misfiled()).toBe(0);
  expect(rows().map(({ path }) => path === bad)).toEqual([true, false, false]);
}, 120_000);

test('a file without its index is filed anew by what it says itself', async () => {
  correctClock(-3 * dayMs);
  await startRefiling();
  const startedMs = Date.now();
  startRecording();
  await waitForFootage(startedMs - 3 * dayMs);
  await stopRecording();
  for (const path of files()) if (path.endsWith('.idx')) rmSync(join(volume, path));
  refiling.corrected(3 * dayMs);
  correctClock(0);
  await untilRefiled();
  expectTimesOfFiles(startedMs - 5_000, Date.now() + 1_000);
  expect(rows().length).toBeGreaterThan(0);
}, 60_000);

test('what is written down while somebody sets the clock waits from the moment on, and leaves at its right time only', async () => {
  let setByMs = 0;
  await startRefiling({
    settleMs: 0,
    checkClock: () => {
      const byMs = setByMs;
      setByMs = 0;
      if (byMs === 0) refiling.steady();
      else refiling.jumped(byMs);
    },
  });
  refiling.confirmed();
  const append = (): number => {
    const now = Math.round(nowUtcMs());
    const body = { kind: 'gap' as const, gapId: uuidv7(), cameraId, streamId, cause: 'edge_down' as const };
    return stores.outbox.append(now, { ...body, fromUtcMs: now - 1_000, toUtcMs: now });
  };
  const waiting = () => stores.outbox.after(0, 500).filter(({ sequence }) => [before, after].includes(sequence));
  const before = append();
  expect(refiling.isHeld()).toBe(false);
  // Nobody has looked yet.
  correctClock(3 * dayMs);
  setByMs = 3 * dayMs;
  const after = append();
  expect(refiling.isHeld()).toBe(true);
  refiling.corrected(-3 * dayMs);
  correctClock(0);
  await vi.waitFor(() => expect(refiling.isHeld()).toBe(false), { timeout: 10_000 });
  for (const { atUtcMs, body } of waiting()) {
    expect(Math.abs(atUtcMs - Date.now())).toBeLessThan(60_000);
    expect(body).toMatchObject({ fromUtcMs: atUtcMs - 1_000, toUtcMs: atUtcMs });
  }
  expect(waiting()).toHaveLength(2);
});

test('of a machine that restarted with its clock standing still it is said which footage is at times that are not certain', async () => {
  const [bootMs, startMs] = [Math.round(nowUtcMs()) - 60_000, Math.round(nowUtcMs()) - 30_000];
  const start = (id: string, upSinceUtcMs: number) => startRefiling({ machineRun: () => ({ id, upSinceUtcMs }) });
  const told = () =>
    stores.outbox.after(0, 500).flatMap(({ body }) => (body.kind === 'coreNotice' ? [[body.code, body.detail]] : []));
  await start('first', bootMs);
  stores.segments.put(
    testSegment({ streamId, path: 'x/1.mp4', startUtcMs: startMs, endUtcMs: Math.round(nowUtcMs()) + 5_000 }),
  );
  const until = new Date(stores.segments.latestEnd(streamId) ?? 0).toISOString();
  await refiling.stop();
  // Ran on: as wrong as before.
  await start('second', Math.round(nowUtcMs()) + 6_000);
  expect(told()).toEqual([]);
  await refiling.stop();
  await start('third', bootMs);
  expect(told()).toEqual([['footage_time_uncertain', expect.stringContaining(` – ${until}`)]]);
});
