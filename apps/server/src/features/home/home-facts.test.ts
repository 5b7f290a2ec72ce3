import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { homeCalls } from '@sightline/contracts/home/home.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import type { Work } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import { inCells, presentStorage, recordedShare } from './home-facts.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const dayMs = 24 * hourMs;
/** Everything happens while the tests run: figures are right to a few seconds. */
const slackMs = 20_000;

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let made = 0;
/** Times of a test are before this one, so that what follows each other does. */
let nowMs: number;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  nowMs = Date.now();
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const inside = <T>(work: (trx: Work) => Promise<T>): Promise<T> =>
  server.platform.database.withOrganization(organizationId(), work);
const facts = async (by = owner) => (await by.call(homeCalls.facts, {})).body;
const dayOf = async (id: string, by = owner) => (await by.call(homeCalls.day, { params: { id } })).body;

/** How a camera is, and since when it is there. Times are ms ago. */
interface Known {
  madeAgoMs?: number;
  isRecording?: boolean;
  cause?: ErrorCode | null;
  sinceAgoMs?: number;
  mode?: 'continuous' | 'schedule' | 'off';
  isReported?: boolean;
  locationId?: string;
}

async function addCamera(known: Known = {}): Promise<string> {
  made += 1;
  const { madeAgoMs = 3 * dayMs, isRecording = true, cause = null, mode = 'continuous', isReported = true } = known;
  const { sinceAgoMs = madeAgoMs, locationId = edge.locationId } = known;
  const name = `Camera ${String(made)}`;
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${String(made)}` }];
  const { id } = (await owner.call(camerasCalls.create, { body: { name, edgeId: edge.edgeId, locationId, streams } }))
    .body;
  const ago = (ms: number): Date => new Date(nowMs - ms);
  await inside(async (trx) => {
    await trx
      .updateTable('cameras')
      .set({ createdAt: ago(madeAgoMs), recordingMode: mode })
      .where('id', '=', id)
      .execute();
    await trx
      .updateTable('cameraStreams')
      .set({
        isRecording,
        recordingCause: cause,
        recordingSince: ago(sinceAgoMs),
        stateSince: ago(sinceAgoMs),
        state: isRecording ? 'online' : 'offline',
        reportedAt: isReported ? new Date() : null,
      })
      .where('cameraId', '=', id)
      .execute();
  });
  return id;
}

/** A gap that ended, as its core told it. */
async function addGap(
  cameraId: string,
  { agoMs, ms, cause = 'camera_stalled' }: { agoMs: number; ms: number; cause?: ErrorCode },
): Promise<void> {
  const fromAt = new Date(nowMs - agoMs);
  await inside(async (trx) => {
    const { id: streamId } = await trx
      .selectFrom('cameraStreams')
      .select('id')
      .where('cameraId', '=', cameraId)
      .executeTakeFirstOrThrow();
    const toAt = new Date(fromAt.getTime() + ms);
    await trx
      .insertInto('gaps')
      .values({ organizationId: organizationId(), id: newId(), cameraId, streamId, fromAt, toAt, cause })
      .execute();
  });
}

/** The core has its link, as everybody sees it. */
async function online(): Promise<void> {
  await edge.connect();
  const isOnline = async (): Promise<boolean> =>
    (await owner.call(homeCalls.locations, {})).body.items.some(({ cores }) => cores.online > 0);
  await expect.poll(isOnline, { timeout: 20_000 }).toBe(true);
}

describe('the facts of home', () => {
  it('are told to nobody without the right to play back, and count only cameras that may be played back', async () => {
    await online();
    const [shown, hidden] = [await addCamera(), await addCamera()];
    await addGap(hidden, { agoMs: 10 * hourMs, ms: 5 * hourMs });
    await addGap(shown, { agoMs: hourMs, ms: minuteMs });
    const placed = { organizationId: organizationId(), locationId: edge.locationId };
    const watcher = await server.person({ ...placed, permissions: ['LocationView', 'CameraView'] });
    expect(await facts(watcher)).toMatchObject({ code: 'forbidden' });
    const guard = await server.person({
      organizationId: organizationId(),
      cameraId: shown,
      permissions: ['CameraView', 'PlaybackView'],
    });
    expect(await facts(guard)).toMatchObject({ cameras: 1, longestGap: { cameraId: shown } });
    expect((await facts(guard)).share).toBeGreaterThan(0.99);
    expect((await facts()).longestGap).toMatchObject({ cameraId: hidden });
    expect(await facts(await server.person())).toMatchObject({ cameras: 0, share: null, longestGap: null });
  });

  it('say nothing where there is nothing: no cameras, none that is to record, none that was ever heard of', async () => {
    await online();
    expect(await facts()).toMatchObject({ cameras: 0, knownFromUtcMs: null, share: null, longestGap: null });
    await addCamera({ mode: 'off', isRecording: false });
    expect(await facts()).toMatchObject({ cameras: 0, share: null, longestGap: null });
    await addCamera({ isReported: false });
    expect(await facts()).toMatchObject({ cameras: 1, unknownCount: 1, share: null, longestGap: null });
  });

  it('of a camera that is a minute old tell of that minute, also of what was lost before its core knew it', async () => {
    await online();
    const id = await addCamera({ madeAgoMs: minuteMs });
    expect(await facts()).toMatchObject({ cameras: 1, share: 1, longestGap: null });
    await addGap(id, { agoMs: 40_000, ms: 15_000 });
    // Between a quarter of a minute and that of as much as the test takes.
    const { share, longestGap, knownFromUtcMs } = await facts();
    expect(knownFromUtcMs).toBe(nowMs - minuteMs);
    expect(share).toBeGreaterThanOrEqual(0.75);
    expect(share).toBeLessThan(0.9);
    expect(longestGap).toMatchObject({ cameraId: id, isOpen: false });
    await inside((trx) =>
      trx
        .updateTable('operations')
        .set({ appliedAt: new Date(nowMs - minuteMs / 2) })
        .where('entityId', '=', id)
        .execute(),
    );
    expect((await facts()).longestGap).toMatchObject({ fromUtcMs: nowMs - minuteMs, toUtcMs: nowMs - 25_000 });
  });

  it('while a core is away tell of the time until it was heard last, and say of how many cameras the rest is not known', async () => {
    await online();
    await addCamera();
    edge.hangUp();
    await inside((trx) =>
      trx
        .updateTable('edges')
        .set({ isLinked: false, lastSeenAt: new Date(Date.now() - 2 * hourMs) })
        .execute(),
    );
    await inside((trx) =>
      trx.updateTable('statuses').set({ state: 'offline' }).where('entityId', '=', edge.edgeId).execute(),
    );
    const told = await facts();
    expect(told).toMatchObject({ cameras: 1, unknownCount: 1, share: 1, longestGap: null });
    const day = await dayOf(edge.locationId);
    expect(Math.abs((day.known?.toUtcMs ?? 0) - (Date.now() - 2 * hourMs))).toBeLessThan(slackMs);
    expect(day).toMatchObject({ cameras: 1, unknownCount: 1, gaps: [] });
    await inside((trx) =>
      trx
        .updateTable('edges')
        .set({ lastSeenAt: new Date(Date.now() - 2 * dayMs) })
        .execute(),
    );
    expect(await facts()).toMatchObject({ cameras: 1, unknownCount: 1, share: null });
    expect((await dayOf(edge.locationId)).known).toBeNull();
  });

  it('count what is missing once, join what follows each other, and leave out what nobody wanted', async () => {
    await online();
    const id = await addCamera();
    await addGap(id, { agoMs: 12 * hourMs, ms: 2 * hourMs });
    // Told twice by cores that were restored, and with another cause at once.
    await addGap(id, { agoMs: 11 * hourMs, ms: hourMs });
    await addGap(id, { agoMs: 10 * hourMs, ms: 24 * minuteMs, cause: 'edge_down' });
    await addGap(id, { agoMs: 8 * hourMs, ms: 6 * hourMs, cause: 'not_scheduled' });
    const { share, longestGap } = await facts();
    expect(share).toBeCloseTo(1 - 2.4 / 18, 2);
    expect((longestGap?.toUtcMs ?? 0) - (longestGap?.fromUtcMs ?? 0)).toBeGreaterThan(2.39 * hourMs);
    expect(longestGap).toMatchObject({ cameraId: id, cause: 'camera_stalled', isOpen: false });
  });

  it('tell of a gap that goes on, with its cause, whole also where it began before the day', async () => {
    await online();
    const id = await addCamera({ isRecording: false, cause: 'disk_full', sinceAgoMs: 30 * hourMs });
    await addCamera();
    const { share, longestGap } = await facts();
    expect(share).toBeCloseTo(0.5, 3);
    expect(longestGap).toMatchObject({ cameraId: id, isOpen: true, cause: 'disk_full' });
    expect((longestGap?.toUtcMs ?? 0) - (longestGap?.fromUtcMs ?? 0)).toBeGreaterThan(29.9 * hourMs);
  });

  it('take a pause of the schedule for none', async () => {
    await online();
    await addCamera({ mode: 'schedule', isRecording: false, sinceAgoMs: 6 * hourMs });
    expect(await facts()).toMatchObject({ cameras: 1, unknownCount: 0, share: 1, longestGap: null });
    const { unwanted, gaps } = await dayOf(edge.locationId);
    expect(gaps).toEqual([]);
    expect(unwanted).toHaveLength(1);
  });

  it('are never whole while a second is missing', () => {
    expect(recordedShare({ wantedS: 0, lostS: 0 })).toBeNull();
    expect(recordedShare({ wantedS: 86_400 * 10_000, lostS: 1 })).toBe(0.9999);
    expect(recordedShare({ wantedS: 100, lostS: 100 })).toBe(0);
    expect(recordedShare({ wantedS: 1000, lostS: 8 })).toBe(0.992);
    expect(recordedShare({ wantedS: 10, lostS: 0 })).toBe(1);
  });
});

describe('the day of a site', () => {
  it('is told of no site that may not be seen, and only of its own cameras that may be played back', async () => {
    await online();
    const part = await owner.call(locationsCalls.create, {
      body: { name: 'Pier', timeZone: 'UTC', parentId: edge.locationId },
    });
    const id = await addCamera({ locationId: part.body.id });
    await addGap(id, { agoMs: 3 * hourMs, ms: 5 * minuteMs });
    expect(await dayOf(part.body.id, await server.person())).toMatchObject({ code: 'not_found' });
    expect(await dayOf(newId())).toMatchObject({ code: 'not_found' });
    expect(await dayOf(edge.locationId)).toMatchObject({ cameras: 0, known: null, gaps: [] });
    const { fromUtcMs, gaps, cameras } = await dayOf(part.body.id);
    expect(cameras).toBe(1);
    expect(gaps).toHaveLength(1);
    expect(Math.abs((gaps[0]?.fromUtcMs ?? 0) - (Date.now() - 3 * hourMs))).toBeLessThan(10 * minuteMs + slackMs);
    expect(((gaps[0]?.fromUtcMs ?? 0) - fromUtcMs) % (10 * minuteMs)).toBe(0);
    const other = await addCamera({ locationId: part.body.id });
    const guard = await server.person({
      organizationId: organizationId(),
      cameraId: other,
      permissions: ['CameraView', 'PlaybackView'],
    });
    expect(await dayOf(part.body.id, guard)).toMatchObject({ cameras: 1, gaps: [] });
  });

  it('grows to whole cells and stays within the day', () => {
    expect(inCells([])).toEqual([]);
    expect(
      inCells([
        [-hourMs, 1],
        [15 * minuteMs, 16 * minuteMs],
        [dayMs - 1, 2 * dayMs],
        [20 * minuteMs, 21 * minuteMs],
      ]),
    ).toEqual([
      { from: 0, to: 3 },
      { from: 143, to: 144 },
    ]);
  });
});

describe('the room on the disks', () => {
  const forecast = (cameraId: string, fitsDays: number | null, retentionDays = 30) => ({
    cameraId,
    fitsDays,
    retentionDays,
    heldBytes: 1,
    smartBytes: 0,
    oldestUtcMs: null,
    bytesPerDay: null,
    smartRetentionDays: null,
  });

  it('is not guessed of cores that are away or cameras that may not be seen', async () => {
    const [seen, hidden] = [await addCamera(), await addCamera()];
    const ask = async (by = owner) => (await by.call(homeCalls.storage, {})).body;
    expect(await ask()).toEqual({ coreCount: 1, unknownCount: 1, tightest: null, tightCount: 0 });
    edge.answer('storage.overview', () => ({
      freeBytes: 9,
      floorBytes: 1,
      cameras: [forecast(seen, 40), forecast(hidden, 12)],
    }));
    await online();
    await expect.poll(async () => (await ask()).unknownCount, { timeout: 10_000 }).toBe(0);
    expect(await ask()).toMatchObject({ coreCount: 1, tightest: { fitsDays: 12, retentionDays: 30 }, tightCount: 1 });
    const placed = { organizationId: organizationId(), cameraId: seen };
    expect(await ask(await server.person({ ...placed, permissions: ['CameraView'] }))).toMatchObject({
      code: 'forbidden',
    });
    const warden = await server.person({
      organizationId: organizationId(),
      locationId: edge.locationId,
      permissions: ['CoreView'],
    });
    expect(await ask(warden)).toMatchObject({ coreCount: 1, tightest: null, tightCount: 0 });
  });

  it('names what is too short for its own days before what merely has less room', () => {
    const core = (id: string, cameras: ReturnType<typeof forecast>[] | null) => ({
      id,
      name: id,
      storage: cameras && { cameras },
    });
    const told = presentStorage([
      core('a', [forecast('1', 9, 7), forecast('2', null)]),
      core('b', [forecast('3', 20, 30)]),
      core('c', null),
    ]);
    expect(told).toMatchObject({
      coreCount: 3,
      unknownCount: 1,
      tightest: { edgeId: 'b', fitsDays: 20 },
      tightCount: 1,
    });
  });
});
