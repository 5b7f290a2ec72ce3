import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { RtspServer } from '@sightline/simulators/rtsp/rtsp-server-api';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { decodeFile } from '@sightline/testing/media/decode-file';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { StreamRegistry } from '../../capabilities/ingest/stream-registry.ts';
import type { RecordMessage } from '../../capabilities/footage/record-messages.ts';
import { RecordJournal } from '../../capabilities/record/record-journal.ts';
import { readCoverage } from '../../capabilities/record/read-coverage.ts';
import { clockCorrectionMs, machineClock, nowUtcMs, systemClock } from '../../platform/clock.ts';
import { EdgeIdentity } from '../../platform/link/edge-identity.ts';
import { LinkClient } from '../../platform/link/link-client.ts';
import { LinkPeer, noThumbnails } from '../../../testing/platform/link/test-link-peer.ts';
import { correctClock } from '../../platform/processes/shared-clock.ts';
import { ClockKeeping } from '../../capabilities/keep-time/clock-keeping.ts';
import { type EdgeStores, openEdgeStores } from '../../platform/store/edge-stores.ts';
import { startFootageRetention } from '../../capabilities/retain/footage-retention.ts';
import {
  desired,
  WorkerMessages,
  startSession,
  type TestSession,
  until,
} from '../../../testing/app/workers/media-session.fixture.ts';

const hourMs = 3_600_000;
/** Whatever the clock of the core is set to. */
const trueUtcMs = Date.now;
const log = pino({ level: 'silent' });
let server: RtspServer;

beforeAll(async () => {
  server = await startRtspServer();
  await server.addStream('gate', { file: await testMedia('h264-sub') });
}, 120_000);
afterAll(() => server.stop());
afterEach(() => {
  correctClock(0);
  vi.restoreAllMocks();
});

/** Sets the wall clock of this core; what counts without it (`performance.now`, timers) goes on. */
function settableClock(): (offMs: number) => void {
  const real = Date.now;
  let offMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => real() + offMs);
  return (ms) => (offMs = ms);
}

/** Missing pictures from one to the next, over all files in the order of writing. */
async function missingPictures(one: TestSession): Promise<number> {
  const counters: number[] = [];
  for (const path of one.book.of('gate').closed.keys()) {
    const { pictures } = await decodeFile(join(one.volume, path));
    counters.push(...pictures.map(({ counter }) => counter!));
  }
  return counters.slice(1).reduce((sum, counter, index) => sum + ((counter - counters[index]! - 1 + 180) % 180), 0);
}

test('the clock of the core jumping an hour ahead and back loses no picture, and every moment of the time line is explained', async () => {
  const setClock = settableClock();
  const one = await startSession();
  const segments = (): number => new Set(one.book.of('gate').fragments.map(({ path }) => path)).size;
  const fragments = (): number => one.book.of('gate').fragments.length;
  const startedMs = Date.now();
  await one.configure([desired('gate', server.url('gate'))]);
  await until(() => fragments() > 0, 'footage');
  setClock(hourMs);
  await until(() => segments() === 2, 'footage by the new time');
  setClock(0);
  await until(() => segments() === 3, 'footage by the right time');
  const stoppedMs = Date.now() - 500;
  await one.session.stop();
  expect(one.book.of('gate').statuses.map(({ state }) => state)).toEqual(['connecting', 'online']);
  expect(await missingPictures(one)).toBeLessThanOrEqual(server.stats('gate').unitsDropped);

  const stores = openEdgeStores(one.folder);
  const journal = new RecordJournal({ ...stores, onGapClosed: () => undefined, write: (job) => job() });
  for (const message of one.book.all) journal.receive(message as RecordMessage);
  // What the clock said an hour ahead lies in the future: it says nothing of the time until then.
  const range = { fromUtcMs: startedMs + 1_000, toUtcMs: stoppedMs, nowUtcMs: stoppedMs };
  const { recorded, gaps } = readCoverage(stores, { streamId: 'gate', ...range });
  stores.store.close();
  const parts = [...recorded, ...gaps].toSorted((a, b) => a.fromUtcMs - b.fromUtcMs);
  for (const [index, part] of parts.slice(1).entries())
    expect(Math.abs(part.fromUtcMs - parts[index]!.toUtcMs)).toBeLessThanOrEqual(400);
  expect(range.toUtcMs - parts.at(-1)!.toUtcMs).toBeLessThanOrEqual(400);
  expect([...new Set(gaps.map(({ cause }) => cause))]).toEqual(['clock_jump']);
  await one.stop();
});

/** The link of this core to a server whose clock is right. */
function linkTo(
  peer: LinkPeer,
  core: { stores: EdgeStores; folder: string; onServerTime: (serverUtcMs: number) => void },
): LinkClient {
  const { stores, folder, onServerTime } = core;
  const link = new LinkClient({
    serverUrl: `http://127.0.0.1:${String(peer.port)}`,
    edgeId: uuidv7(),
    epoch: uuidv7(),
    newEpoch: () => uuidv7(),
    instanceId: uuidv7(),
    version: '1',
    capabilities: () => [],
    identity: new EdgeIdentity(join(folder, 'core.key')),
    outbox: stores.outbox,
    thumbnails: noThumbnails,
    clock: machineClock,
    log,
    health: () =>
      Promise.resolve({
        cpuShare: 0,
        memoryBytes: 1,
        memoryTotalBytes: 2,
        diskFreeBytes: 3,
        diskTotalBytes: 4,
        uptimeMs: 5,
      }),
    localEndpointFacts: () => null,
    lastOperation: () => 0,
    syncedKinds: () => ['camera'],
    contentHash: () => '',
    onOperation: () => '',
    onRequest: () => Promise.resolve({}),
    onServerTime,
  });
  link.start();
  return link;
}

test('the clock of the whole core jumping 40 days ahead and back: records come in order, once and by its time, nothing grows old, no link ends', async () => {
  const setClock = settableClock();
  const [cameraId, streamId, peer, aheadMs] = [uuidv7(), uuidv7(), new LinkPeer(), 40 * 24 * hourMs];
  await once(peer.server, 'listening');
  const book = new WorkerMessages();
  const one = await startSession({ book });
  const stores = openEdgeStores(one.folder);
  const { outbox } = stores;
  const config = cameraConfig({ id: cameraId, stream: { id: streamId, url: server.url('gate') } });
  stores.desired.apply({ sequence: 1, entity: 'camera', entityId: cameraId, revision: 1, desired: config }, Date.now());
  const notify = (body: Parameters<typeof outbox.append>[1]): void => void outbox.append(Date.now(), body);
  const registry = new StreamRegistry({ nowUtcMs: Date.now, onChange: notify, onReorders: () => undefined });
  const gapOf = { gapId: uuidv7(), cameraId, streamId };
  const journal = new RecordJournal({
    ...stores,
    onGapClosed: ({ startUtcMs: fromUtcMs, endUtcMs: toUtcMs, cause }) =>
      notify({ kind: 'gap', ...gapOf, fromUtcMs, toUtcMs, cause }),
    write: (job) => job(),
  });
  const take = book.take.bind(book);
  book.take = (message) => {
    take(message);
    journal.receive(message as RecordMessage);
    registry.receive(message);
  };
  const retain = (): ReturnType<typeof startFootageRetention> =>
    startFootageRetention({ stores, volume: one.volume, clock: systemClock, log });
  let retention = retain();
  /** As after a start by this clock: a pass goes through all of the footage. */
  const pass = async (): Promise<void> => {
    await retention.stop();
    retention = retain();
    await retention.stop();
  };
  const link = linkTo(peer, {
    stores,
    folder: one.folder,
    onServerTime: (serverUtcMs) => retention.confirmTime(serverUtcMs),
  });
  const closed = (): string[] => [...book.of(streamId).closed.keys()];
  const segments = (): number => new Set(book.of(streamId).fragments.map(({ path }) => path)).size;
  const wanted = desired(streamId, server.url('gate'), { cameraId });
  registry.setWanted([wanted]);
  await one.configure([wanted]);
  await until(() => segments() === 1 && link.isConnected, 'footage');
  for (const offMs of [aheadMs, 0]) {
    const before = segments();
    setClock(offMs);
    // The server goes by its own clock, which is the true one.
    peer.clockShiftMs = -offMs;
    await until(() => segments() > before, 'footage by the time that was set');
    notify({ kind: 'coreNotice', code: 'disk_slow', detail: String(offMs) });
    await pass();
  }
  await until(() => peer.ackedSequence === outbox.lastSequence(), 'all records at the server');
  await one.session.stop();
  await pass();

  expect(peer.connections).toBe(1);
  const records = peer.of('records').flatMap((message) => message.records);
  expect(records.map(({ sequence }) => sequence)).toEqual(records.map((_record, index) => index + 1));
  const [ahead, right] = records
    .filter(({ body }) => (body as { kind: string }).kind === 'coreNotice')
    .map(({ atUtcMs }) => atUtcMs - Date.now());
  expect(ahead! / hourMs).toBeCloseTo(40 * 24, 0);
  expect(right! / hourMs).toBeCloseTo(0, 0);
  const states = records.flatMap(({ body }) => {
    const told = body as { kind: string; status: { state: string }; isRecording: boolean };
    return told.kind === 'streamStatus' ? [told.status.state] : [];
  });
  expect(new Set(states)).toEqual(new Set(['connecting', 'online']));
  expect(closed().length).toBeGreaterThanOrEqual(3);
  for (const path of closed()) expect(existsSync(join(one.volume, path)), path).toBe(true);
  link.stop();
  peer.server.close();
  stores.store.close();
  await one.stop();
});

test.each([72, -72])(
  'a core whose clock is %i hours off files footage under the time of its server, and goes by its own clock once that is right',
  async (hours) => {
    const setClock = settableClock();
    const offMs = hours * hourMs;
    const peer = new LinkPeer();
    await once(peer.server, 'listening');
    setClock(offMs);
    peer.clockShiftMs = -offMs;
    const one = await startSession();
    const stores = openEdgeStores(one.folder);
    const keeping = new ClockKeeping({ dataFolder: one.folder, log });
    keeping.start();
    const link = linkTo(peer, { stores, folder: one.folder, onServerTime: () => keeping.measured(link.clockOffsetMs) });
    const written = (): { startAtUtcMs: number; endAtUtcMs: number }[] => one.book.of('gate').fragments;
    /** Waits for footage that is written and filed after this moment. */
    const footageAfter = (utcMs: number): Promise<void> =>
      until(
        () =>
          written().some(({ startAtUtcMs, endAtUtcMs }) => startAtUtcMs >= utcMs && endAtUtcMs <= trueUtcMs() + 2_000),
        'footage by the true time',
        60_000,
      );
    // It recorded until a moment ago, and was started anew.
    const beforeMs = trueUtcMs() - 5_000;
    await one.configure([
      desired('gate', server.url('gate'), { recording: { mode: 'on', accountedUntilUtcMs: beforeMs } }),
    ]);
    await until(() => clockCorrectionMs() !== 0, 'a clock that is put right', 60_000);
    expect(Math.abs(nowUtcMs() - trueUtcMs())).toBeLessThan(2_000);
    await footageAfter(trueUtcMs());
    // Somebody sets the clock right.
    setClock(0);
    peer.clockShiftMs = 0;
    await until(() => clockCorrectionMs() === 0, 'a clock that is left as it is', 60_000);
    await footageAfter(trueUtcMs());
    // What is wrong with the machine's clock is told as it is, whatever this core goes by.
    const told = peer.of('heartbeat').map(({ sentAtUtcMs }) => Math.round((sentAtUtcMs - trueUtcMs()) / hourMs));
    expect(told.slice(0, 2)).toEqual([hours, hours]);
    await one.session.stop();
    const stoppedMs = trueUtcMs();
    link.stop();
    keeping.stop();
    peer.server.close();
    expect(one.book.of('gate').statuses.map(({ state }) => state)).toEqual(['connecting', 'online']);
    expect(await missingPictures(one)).toBeLessThanOrEqual(server.stats('gate').unitsDropped);

    const journal = new RecordJournal({ ...stores, onGapClosed: () => undefined, write: (job) => job() });
    for (const message of one.book.all) journal.receive(message as RecordMessage);
    const range = { fromUtcMs: beforeMs, toUtcMs: stoppedMs - 500, nowUtcMs: stoppedMs };
    const { recorded, gaps } = readCoverage(stores, { streamId: 'gate', ...range });
    // No gap lies where nobody has been yet.
    const ahead = stores.gaps.overlapping('gate', stoppedMs + 60_000, stoppedMs + 71 * hourMs);
    stores.store.close();
    const parts = [...recorded, ...gaps].toSorted((a, b) => a.fromUtcMs - b.fromUtcMs);
    const edges = [range.fromUtcMs, ...parts.map(({ toUtcMs }) => toUtcMs)];
    for (const [index, part] of parts.entries())
      expect(Math.abs(part.fromUtcMs - edges[index]!)).toBeLessThanOrEqual(400);
    expect(range.toUtcMs - edges.at(-1)!).toBeLessThanOrEqual(400);
    expect(recorded.length).toBeGreaterThan(0);
    for (const { cause } of gaps) expect(['edge_down', 'clock_jump']).toContain(cause);
    expect(ahead).toEqual([]);
    await one.stop();
  },
);
