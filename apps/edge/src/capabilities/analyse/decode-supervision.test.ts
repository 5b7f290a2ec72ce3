import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import type { EventReport } from '@sightline/contracts/events/event';
import { linkFromEdge } from '@sightline/contracts/link/link';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveBoxes } from '../recognise/live-boxes.ts';
import { EventsJournal } from '../report/events-journal.ts';
import { ThumbnailSpool } from '../report/thumbnail-spool.ts';
import { DecodeSupervision } from './decode-supervision.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { openEdgeStores } from '../../platform/store/edge-stores.ts';

const log = pino({ level: 'silent' });
const entry = fileURLToPath(new URL('../../../testing/app/workers/decode-worker.fixture.ts', import.meta.url));
let folder: string;
let stores: EdgeStores;
let decode: DecodeSupervision;
let spool: ThumbnailSpool;
let restarts: string[] = [];
let suspended: string[] = [];
let boxes: LiveBoxes[] = [];
let capabilityChanges = 0;
let operations = 0;
let acknowledged = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'decode-supervision-'));
  mkdirSync(join(folder, 'footage'));
  stores = openEdgeStores(folder);
  restarts = [];
  suspended = [];
  boxes = [];
  capabilityChanges = 0;
  acknowledged = 0;
});

afterEach(async () => {
  await decode.stop();
  stores.store.close();
  rmSync(folder, { recursive: true });
});

function start(analysisWorkers = 1): void {
  const { store, outbox, openEvents } = stores;
  spool = new ThumbnailSpool({
    folder: join(folder, 'spool'),
    log,
    lastSequence: () => outbox.lastSequence(),
    acknowledgedSequence: () => acknowledged,
    onLost: () => undefined,
  });
  decode = new DecodeSupervision({
    config: { dataFolder: folder, volume: join(folder, 'footage'), modelPacks: null, analysisWorkers },
    stores,
    busSocketPath: join(folder, 'bus'),
    journal: new EventsJournal({ store, outbox, openEvents, log, nowUtcMs: Date.now }),
    spool,
    log,
    nowUtcMs: Date.now,
    onBoxes: (one) => boxes.push(one),
    onCapabilities: () => capabilityChanges++,
    onModels: () => undefined,
    onRestarted: (detail) => restarts.push(detail),
    onSuspended: (cameraId) => suspended.push(cameraId),
    entry,
  });
  decode.start();
}

function want(cameraId: string, isWanted = true): void {
  const desired = cameraConfig({ id: cameraId, stream: { id: uuidv7() } });
  const sequence = ++operations;
  stores.desired.apply(
    { sequence, entity: 'camera', entityId: cameraId, revision: sequence, desired: isWanted ? desired : null },
    Date.now(),
  );
}

const told = (): EventReport[] =>
  stores.outbox.after(0, 1_000).flatMap(({ body }) => (body.kind === 'event' ? [body.event] : []));
const phasesOf = (cameraId: string): string[] =>
  told()
    .filter((event) => event.cameraId === cameraId)
    .map((event) => event.phase);

test('a worker that is killed leaves no event open, clears the boxes, and sees anew after its restart', async () => {
  const cameraId = uuidv7();
  want(cameraId);
  start();
  decode.setWatched([cameraId]);
  await vi.waitFor(() => expect(phasesOf(cameraId)).toEqual(['opened']), { timeout: 10_000 });
  await vi.waitFor(() => expect(boxes.length).toBeGreaterThan(0));
  boxes = [];
  process.kill(decode.pid ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(restarts).toEqual(['ended by SIGKILL']));
  expect(boxes[0]).toMatchObject({ cameraId, tracks: [] });
  await vi.waitFor(() => expect(phasesOf(cameraId)).toEqual(['opened', 'closed', 'opened']), { timeout: 10_000 });
  const [first, end, second] = told();
  expect(end).toMatchObject({ eventId: first!.eventId, revision: 2, endedAtUtcMs: first!.lastSeenUtcMs });
  expect(second!.eventId).not.toBe(first!.eventId);
}, 30_000);

test('what a power cut left open is closed before anybody looks again', async () => {
  const cameraId = uuidv7();
  want(cameraId);
  start();
  await vi.waitFor(() => expect(phasesOf(cameraId)).toEqual(['opened']), { timeout: 10_000 });
  const [left] = told();
  await decode.stop();
  stores.openEvents.put({ report: left!, updateSequence: null });
  start();
  await vi.waitFor(() => expect(phasesOf(cameraId)).toEqual(['opened', 'closed', 'closed', 'opened']), {
    timeout: 10_000,
  });
  expect(stores.openEvents.all()).toHaveLength(1);
}, 30_000);

test('a worker that is stopped closes its events itself', async () => {
  const cameraId = uuidv7();
  want(cameraId);
  start();
  await vi.waitFor(() => expect(phasesOf(cameraId)).toEqual(['opened']), { timeout: 10_000 });
  await decode.stop();
  expect(phasesOf(cameraId)).toEqual(['opened', 'closed']);
  expect(stores.openEvents.all()).toEqual([]);
  expect(restarts).toEqual([]);
}, 30_000);

test('pictures are kept behind the record of their event', async () => {
  const cameraId = uuidv7();
  want(cameraId);
  start();
  await vi.waitFor(() => expect(spool.size.count).toBe(1), { timeout: 10_000 });
  expect(spool.next(() => false)).toBeNull();
  expect(phasesOf(cameraId)).toEqual(['opened']);
  acknowledged = Infinity;
  const message = { type: 'thumbnail', ...(await spool.read(spool.next(() => false)!)) };
  expect(linkFromEdge.parse(message)).toEqual({ ...message, eventId: told()[0]!.eventId, jpeg: '/9j/' });
  expect(message.type).toBe('thumbnail');
}, 30_000);

test('cameras are spread over the workers, and one status tells of all of them', async () => {
  const ids = Array.from({ length: 4 }, () => uuidv7()).toSorted();
  for (const cameraId of ids) want(cameraId);
  start(2);
  await vi.waitFor(() => expect(told()).toHaveLength(4), { timeout: 10_000 });
  expect(decode.capabilities()).toEqual(['motion', 'analyse']);
  expect(capabilityChanges).toBe(1);
  const status = await decode.status();
  expect(status.cameras.map((camera) => camera.cameraId).toSorted()).toEqual(ids);
  expect(status.inference).toEqual({ budgetShare: 1.2, usedShare: 0.4, wantedFps: 20, givenFps: 16 });
  process.kill(decode.pid ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(restarts).toHaveLength(1));
  const halved = await decode.status();
  expect(halved.cameras.map((camera) => camera.state).toSorted()).toEqual(['active', 'active', 'waiting', 'waiting']);
  expect(halved.cameras.filter((camera) => camera.cause === 'analysis_restarted')).toHaveLength(2);
  // Nobody's camera moved, so the other worker's events went on.
  await vi.waitFor(() => expect(told()).toHaveLength(8), { timeout: 10_000 });
  expect(ids.filter((cameraId) => phasesOf(cameraId).length === 1)).toHaveLength(2);
}, 30_000);

test('a camera whose pictures end the worker each time is left out and says so, and the others are seen on', async () => {
  const good = uuidv7();
  const fatal = `${uuidv7().slice(0, -4)}dead`;
  want(good);
  want(fatal);
  start();
  await vi.waitFor(() => expect(suspended).toEqual([fatal]), { timeout: 15_000 });
  expect(restarts).toHaveLength(3);
  await vi.waitFor(
    async () => expect((await decode.status()).cameras.map(({ state }) => state)).toEqual(['active', 'waiting']),
    { timeout: 10_000 },
  );
  const { cameras } = await decode.status();
  expect(cameras[0]).toMatchObject({ cameraId: good, cause: null });
  expect(cameras[1]).toMatchObject({ cameraId: fatal, cause: 'analysis_suspended' });
  await vi.waitFor(() => expect(stores.openEvents.all().map(({ report }) => report.cameraId)).toEqual([good]), {
    timeout: 10_000,
  });
  expect(restarts).toHaveLength(3);
}, 30_000);
