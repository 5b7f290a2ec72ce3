import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { eventReport } from '@sightline/contracts/events/event';
import type { EventReport } from '@sightline/contracts/events/event';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { testMediaFrames, testMedia } from '@sightline/testing/cameras/test-media';
import { decodeFile } from '@sightline/testing/media/decode-file';
import { appendFileSync, mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readMotionLevels } from '../search/motion-search.ts';
import type { LiveBoxes } from '../recognise/live-boxes.ts';
import { systemClock } from '../../platform/clock.ts';
import { socketPathFor } from '../../platform/data-folder-lock.ts';
import { Analysis } from './analysis.ts';
import { writeBrightSquarePack } from '../../../testing/analyse/bright-square-pack.fixture.ts';
import { readConfig } from '../../app/config.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { openEdgeStores } from '../../platform/store/edge-stores.ts';
import { MediaSupervision } from '../record/media-supervision.ts';

// Real cameras, real workers, a real inference runtime; the model knows only the bright square of the test clips.

const log = pino({ level: 'silent' });
const seesSoonMs = 30_000;
let folder: string;
let stores: EdgeStores;
let cameras: RtspServer;
let media: MediaSupervision;
let analysis: Analysis;
let boxes: LiveBoxes[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'analysis-'));
  mkdirSync(join(folder, 'footage'));
  stores = openEdgeStores(folder);
  cameras = await startRtspServer();
  await cameras.addStream('yard', { file: await testMedia('h264-sub') });
  boxes = [];
});

afterEach(async () => {
  await Promise.all([analysis.stop(), media.stop()]);
  stores.store.close();
  await cameras.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Wanted {
  cameraId: string;
  streamId: string;
}

let operations = 0;
function want(
  settings: Partial<AnalysisSettings> = {},
  wanted: Wanted = { cameraId: uuidv7(), streamId: uuidv7() },
): Wanted {
  const { cameraId, streamId } = wanted;
  const sequence = ++operations;
  const desired = cameraConfig({
    id: cameraId,
    stream: { id: streamId, url: cameras.url('yard') },
    name: 'Yard',
    analysis: { ...defaultAnalysis, readsPlates: false, comparesFaces: false, ...settings },
  });
  stores.desired.apply({ sequence, entity: 'camera', entityId: cameraId, revision: sequence, desired }, Date.now());
  return wanted;
}

function start(): void {
  const config = readConfig([
    '--data',
    folder,
    '--server',
    'http://127.0.0.1:9',
    '--model-packs',
    join(folder, 'packs'),
    '--no-model-fetch',
    '--analysis-workers',
    '1',
  ]);
  const parts = { stores, busSocketPath: socketPathFor(folder, 'media.sock'), clock: systemClock, log };
  media = new MediaSupervision({ ...parts, volume: config.volume });
  media.start();
  analysis = new Analysis({ ...parts, config });
  analysis.listen({ boxes: (one) => boxes.push(one), capabilities: () => undefined });
  analysis.start();
}

const packFolder = (id = 'bright-square'): string => join(folder, 'packs', id);
const told = (): EdgeRecordBody[] => stores.outbox.after(0, 10_000).map((record) => record.body);
const events = (): EventReport[] => told().flatMap((body) => (body.kind === 'event' ? [body.event] : []));
const notices = (): string[] => told().flatMap((body) => (body.kind === 'coreNotice' ? [body.code] : []));
const opened = (): EventReport[] => events().filter((event) => event.phase === 'opened');
const until = (condition: () => boolean | Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(condition, { timeout: seesSoonMs, interval: 50 });

test('without a model nothing is made up: motion is known, and the core says what is missing', async () => {
  const { cameraId } = want();
  start();
  await until(async () =>
    (await analysis.status()).cameras.some((camera) => camera.state === 'motionOnly' && camera.motionLevel > 0),
  );
  expect(analysis.capabilities()).toContain('motion');
  expect(analysis.capabilities().filter((text) => text.startsWith('detect:'))).toEqual([]);
  const range = {
    volume: join(folder, 'footage'),
    cameraId,
    fromUtcMs: Date.now() - 60_000,
    toUtcMs: Date.now() + 60_000,
    bucketMs: 1_000,
  };
  await until(async () => (await readMotionLevels(range)).some((level) => level !== null && level > 0));
  expect(events()).toEqual([]);
}, 60_000);

test('a damaged pack is told of once and used by nobody', async () => {
  await writeBrightSquarePack(packFolder());
  appendFileSync(join(packFolder(), 'model.onnx'), 'x');
  want();
  start();
  await until(async () =>
    (await analysis.status()).models.some((model) => model.state === 'failed' && model.failure === 'model_corrupt'),
  );
  await until(() => notices().length > 0);
  expect(notices()).toEqual(['model_corrupt']);
  expect(events()).toEqual([]);
}, 60_000);

test('what walks through the picture becomes an event with a picture, and boxes for those who look', async () => {
  await writeBrightSquarePack(packFolder());
  const { cameraId } = want();
  const startedUtcMs = Date.now();
  start();
  analysis.setWatched([cameraId]);
  await until(() => opened().length > 0);
  const [event] = opened();
  expect(eventReport.safeParse(event).error).toBeUndefined();
  expect(event).toMatchObject({ cameraId, class: 'person', modelId: 'bright-square@1', endedAtUtcMs: null });
  expect(event!.startedAtUtcMs).toBeGreaterThan(startedUtcMs - 1_000);
  expect(event!.startedAtUtcMs).toBeLessThan(Date.now() + 1_000);
  await until(() => analysis.spool.size.count > 0);
  await until(() => boxes.some((one) => one.tracks.some((track) => track.eventId === event!.eventId)));
  const { atUtcMs, holdMs, tracks } = boxes.findLast((one) => one.tracks.length > 0)!;
  expect(holdMs).toBeGreaterThan(0);
  expect(atUtcMs).toBeGreaterThanOrEqual(event!.startedAtUtcMs);
  expect(atUtcMs).toBeLessThan(Date.now() + 1_000);
  expect(tracks[0]!.box.y).toBeGreaterThan(0.5);
  expect(analysis.capabilities()).toEqual(expect.arrayContaining(['analyse', 'motion', 'detect:bright-square@1']));
  const status = await analysis.status();
  const pack = status.models.find((model) => model.packId === 'bright-square');
  expect(pack).toMatchObject({ state: 'ready', isActive: true, source: 'operator' });
  expect(status.cameras).toMatchObject([{ cameraId, state: 'active', cause: null, stream: 'main' }]);
  const watchedUntil = boxes.length;
  analysis.setWatched([]);
  await until(() => events().length > 2);
  expect(boxes.length - watchedUntil).toBeLessThan(10);
}, 90_000);

test('a picture that the disk does not take is told as lost, by its event, and said once', async () => {
  await writeBrightSquarePack(packFolder());
  const { cameraId } = want();
  start();
  rmSync(join(folder, 'spool'), { recursive: true });
  const lost = () => told().flatMap((body) => (body.kind === 'picturesLost' ? body.pictures : []));
  await until(() => lost().length > 0);
  const [event] = opened();
  expect(lost()[0]).toEqual({
    eventId: event!.eventId,
    cameraId,
    startedAtUtcMs: event!.startedAtUtcMs,
    kind: 'object',
  });
  expect(notices()).toEqual(['pictures_lost']);
}, 60_000);

test('a camera that nobody wants analysed is not, and its open events end', async () => {
  await writeBrightSquarePack(packFolder());
  const wanted = want();
  start();
  await until(() => opened().length > 0);
  want({ isOn: false }, wanted);
  analysis.configure();
  await until(() => stores.openEvents.all().length === 0);
  await until(async () => (await analysis.status()).cameras.every((camera) => camera.state === 'off'));
}, 60_000);

test('a worker killed while it looks is started again; recording misses nothing, and no event stays open', async () => {
  await writeBrightSquarePack(packFolder());
  const { streamId } = want();
  start();
  await until(() => opened().length > 0);
  const [before] = opened();
  const pid = analysis.pid ?? 0;
  process.kill(pid, 'SIGKILL');
  await until(() => events().some((event) => event.eventId === before!.eventId && event.phase === 'closed'));
  await until(() => notices().includes('analysis_restarted'));
  await until(() => opened().length > 1);
  expect(analysis.pid).not.toBe(pid);
  expect(notices()).toEqual(['analysis_restarted']);
  const killedAtUtcMs = before!.lastSeenUtcMs;
  await until(() => (stores.segments.latestEnd(streamId) ?? 0) > killedAtUtcMs + 3_000);
  await media.stop();
  expect(stores.gaps.overlapping(streamId, 0, 9e15).filter((gap) => gap.cause !== 'starting')).toEqual([]);
  // The clip repeats its 180 numbered pictures: each one follows the one before.
  const files = stores.segments.overlapping(streamId, 0, 9e15);
  const counters = (await Promise.all(files.map((file) => decodeFile(join(folder, 'footage', file.path))))).flatMap(
    ({ pictures }) => pictures.map((one) => one.counter),
  );
  expect(counters.length).toBeGreaterThan(60);
  for (const [index, counter] of counters.slice(1).entries())
    expect(counter).toBe((counters[index]! + 1) % testMediaFrames);
}, 90_000);
