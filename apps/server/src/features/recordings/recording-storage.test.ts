import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgeCommands } from '@sightline/contracts/link/link-commands';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import type { StorageForecast } from '@sightline/contracts/recordings/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { nobody } from '../../platform/database/changes.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { createGapKeeping, expireGaps, type GapLimits } from './gap-keeping.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let cameraId: string;

const forecastOf = (id: string): StorageForecast => ({
  cameraId: id,
  heldBytes: 5e9,
  smartBytes: 1e9,
  oldestUtcMs: 1,
  bytesPerDay: 1e9,
  retentionDays: 30,
  smartRetentionDays: 90,
  fitsDays: 12.5,
});

async function addCamera(locationId: string): Promise<string> {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  return (await owner.call(camerasCalls.create, { body: { name: 'Gate', edgeId: edge.edgeId, locationId, streams } }))
    .body.id;
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  const berlin = await owner.call(locationsCalls.create, {
    body: { name: 'Berlin', timeZone: 'Europe/Berlin', parentId: edge.locationId },
  });
  cameraId = await addCamera(berlin.body.id);
});
afterAll(() => server.stop());

const ask = (by: TestPerson, rest: object = {}) =>
  by.call(recordingsCalls.storage, {
    body: { edgeId: edge.edgeId, cameraId, start: Date.UTC(2026, 9, 24, 10), end: Date.UTC(2026, 9, 25, 10), ...rest },
  });
const placed = () => ({ organizationId: owner.session.activeOrganizationId, locationId: edge.locationId });

describe('what is kept of a camera', () => {
  it('STOR-001: is told to nobody without the right to play back, of no foreign camera, and of no camera of another core', async () => {
    const watcher = await server.person({ ...placed(), permissions: ['CameraView'] });
    expect((await ask(watcher)).body).toMatchObject({ code: 'forbidden' });
    const stranger = await server.person();
    expect((await ask(stranger)).body).toMatchObject({ code: 'not_found' });
    expect((await ask(owner, { edgeId: newId() })).body).toMatchObject({ code: 'not_found' });
  });

  it('STOR-003: is refused for a range that ends before it begins or is too long', async () => {
    expect((await ask(owner, { end: 0 })).body).toMatchObject({ code: 'search_range_invalid' });
    expect((await ask(owner, { start: 0, end: 63 * dayMs })).body).toMatchObject({ code: 'search_range_invalid' });
    expect((await ask(owner, { start: -1 })).body).toMatchObject({ code: 'validation_failed' });
    const latest = 8_640_000_000_000_000;
    expect((await ask(owner, { start: latest - 1, end: latest })).body).toMatchObject({ code: 'search_range_invalid' });
  });

  it('STOR-001: is not known while the core is away', async () => {
    expect((await ask(owner)).body).toMatchObject({ code: 'core_offline' });
  });

  it('STOR-002, STOR-003: is answered per whole day of the site, of 25 hours when clocks are set back, under its own cache id', async () => {
    await edge.connect();
    const asked: unknown[] = [];
    edge.answer('recordings.storage', (body) => {
      asked.push(body);
      const { dayStarts } = body as { dayStarts: number[] };
      const days = dayStarts.slice(0, -1).map((from, index) => ({
        regular: [{ fromUtcMs: from, toUtcMs: from + hourMs }],
        smart: [],
        none: [{ fromUtcMs: from + hourMs, toUtcMs: dayStarts[index + 1]!, cause: 'camera_stalled' as const }],
      }));
      return { days, forecast: forecastOf(cameraId) };
    });
    const { status, body } = await ask(owner);
    expect(status).toBe(200);
    const [saturday, sunday] = body.items;
    expect(body.items).toHaveLength(2);
    expect(saturday).toMatchObject({ edgeId: edge.edgeId, cameraId, base: Date.parse('2026-10-24T00:00:00+02:00') });
    expect((saturday?.endUtcMs ?? 0) - (saturday?.base ?? 0)).toBe(dayMs);
    expect((sunday?.endUtcMs ?? 0) - (sunday?.base ?? 0)).toBe(25 * hourMs);
    expect(sunday?.cacheId).toBe(`${edge.edgeId}:${cameraId}:${String(sunday?.base)}`);
    expect(sunday?.noStorage[0]).toMatchObject({ cause: 'camera_stalled', toUtcMs: sunday?.endUtcMs });
    expect(asked).toEqual([{ cameraId, dayStarts: [saturday?.base, saturday?.endUtcMs, sunday?.endUtcMs] }]);
    expect(body.forecast.fitsDays).toBe(12.5);
    // Days are cut where a range ends in them; in spring as many hours are one day more.
    const spring = Date.parse('2027-03-01T23:30:00+01:00');
    expect((await ask(owner, { start: spring, end: spring + 62 * dayMs })).body.items).toHaveLength(64);
    expect(edgeCommands['recordings.storage'].input.safeParse(asked.at(-1)).success).toBe(true);
    const autumn = ['2026-09-01T00:00:00+02:00', '2026-11-02T00:00:00+01:00'].map((text) => Date.parse(text));
    expect((await ask(owner, { start: autumn[0], end: autumn[1] })).body.items).toHaveLength(62);
    expect((await ask(owner, { start: 0, end: hourMs })).body.items).toMatchObject([
      { base: 0, endUtcMs: 23 * hourMs },
    ]);
  });
});

describe('a core that lies', () => {
  it('STOR-003: about the number of days is not believed: they would be shown at wrong dates', async () => {
    const liar = await makeTestEdge(server, owner);
    const body = {
      name: 'Yard',
      edgeId: liar.edgeId,
      locationId: liar.locationId,
      streams: [{ kind: 'main' as const, url: 'rtsp://10.0.0.2/1' }],
    };
    const { id } = (await owner.call(camerasCalls.create, { body })).body;
    await liar.connect();
    let days = 1;
    const nothing = { regular: [], smart: [], none: [] };
    liar.answer('recordings.storage', () => ({ days: Array(days).fill(nothing), forecast: forecastOf(id) }));
    liar.answer('recordings.days', () => ({ recordedMs: Array(days).fill(hourMs) }));
    const range = { fromUtcMs: Date.UTC(2026, 9, 24, 10), toUtcMs: Date.UTC(2026, 9, 25, 10) };
    for (days of [1, 3, 65]) {
      expect((await ask(owner, { edgeId: liar.edgeId, cameraId: id })).body, String(days)).toMatchObject({
        code: 'link_message_invalid',
      });
      if (days < 65)
        expect((await owner.call(recordingsCalls.days, { params: { id }, query: range })).body).toMatchObject({
          code: 'link_message_invalid',
        });
    }
  });
});

describe('gaps that a core reports', () => {
  const nowMs = Date.UTC(2026, 9, 24, 10);
  /** Keeps gaps of a minute that began so long ago; answers a look at those that are there, in hours ago, the oldest first. */
  async function report(
    hoursAgo: readonly number[],
    { retentionDays, limits }: { retentionDays: number; limits?: GapLimits },
  ) {
    const { database, changes } = server.platform;
    const organizationId = owner.session.activeOrganizationId ?? '';
    const id = await addCamera(edge.locationId);
    await owner.call(camerasCalls.update, { params: { id }, body: { retentionDays } });
    const from = { organizationId, edgeId: edge.edgeId, receivedAt: new Date(nowMs) };
    const keep = createGapKeeping(limits);
    await changes.run({ organizationId, by: nobody }, async (work) => {
      const stream = await work.trx
        .selectFrom('cameraStreams')
        .select('id')
        .where('cameraId', '=', id)
        .executeTakeFirstOrThrow();
      for (const hours of hoursAgo) {
        const fromUtcMs = nowMs - hours * hourMs;
        const gap = {
          kind: 'gap',
          gapId: newId(),
          cameraId: id,
          streamId: stream.id,
          fromUtcMs,
          toUtcMs: fromUtcMs + 60_000,
          cause: 'camera_stalled',
        } as const;
        expect(await keep(work, from, gap)).toBe(true);
      }
    });
    return async (): Promise<number[]> => {
      const rows = await database.withOrganization(organizationId, (trx) =>
        trx.selectFrom('gaps').select('fromAt').where('cameraId', '=', id).orderBy('fromAt').execute(),
      );
      return rows.map(({ fromAt }) => (nowMs - fromAt.getTime()) / hourMs);
    };
  }

  it('are kept as long as the footage around them may be, and for a month at least', async () => {
    const day = 24;
    const short = await report([32 * day, 30 * day, 1], { retentionDays: 1 });
    const long = await report([91 * day, 89 * day, 1], { retentionDays: 90 });
    await expireGaps(server.platform.database, new Date(nowMs));
    expect(await short()).toEqual([30 * day, 1]);
    expect(await long()).toEqual([89 * day, 1]);
  });

  it('are so many of a camera and no more, also when all of them are of one moment', async () => {
    const limits = { kept: 3, perCount: 5 };
    expect(await (await report([1, 2, 3, 4, 5, 6, 7], { retentionDays: 30, limits }))()).toEqual([7, 6, 3, 2, 1]);
    expect(await (await report(Array<number>(10).fill(1), { retentionDays: 30, limits }))()).toEqual([1, 1, 1]);
  });

  /** Tells of one gap again and again, in hours from now; answers what is kept of it after each. */
  async function notifyAgain(
    words: readonly { from: number; to: number; cause?: 'edge_down' | 'clock_jump'; of?: 'another' }[],
  ) {
    const { database, changes } = server.platform;
    const organizationId = owner.session.activeOrganizationId ?? '';
    const [gapId, keep] = [newId(), createGapKeeping()];
    const from = { organizationId, edgeId: edge.edgeId, receivedAt: new Date(nowMs) };
    const kept: { from: number; to: number; cause: string }[][] = [];
    const [own, other] = [await addCamera(edge.locationId), await addCamera(edge.locationId)];
    const hours = (at: Date): number => (at.getTime() - nowMs) / hourMs;
    for (const { from: fromHour, to, cause = 'edge_down', of } of words) {
      const id = of === 'another' ? other : own;
      await changes.run({ organizationId, by: nobody }, async (work) => {
        const { id: streamId } = await work.trx
          .selectFrom('cameraStreams')
          .select('id')
          .where('cameraId', '=', id)
          .executeTakeFirstOrThrow();
        const span = { fromUtcMs: nowMs + fromHour * hourMs, toUtcMs: nowMs + to * hourMs };
        expect(await keep(work, from, { kind: 'gap', gapId, cameraId: id, streamId, ...span, cause })).toBe(true);
      });
      const rows = await database.withOrganization(organizationId, (trx) =>
        trx.selectFrom('gaps').select(['fromAt', 'toAt', 'cause']).where('id', '=', gapId).execute(),
      );
      kept.push(rows.map((row) => ({ from: hours(row.fromAt), to: hours(row.toAt), cause: row.cause })));
    }
    return kept;
  }

  it('end when they are told at the latest, whatever the clock of the core said', async () => {
    expect(await notifyAgain([{ from: -1, to: 20 }])).toEqual([[{ from: -1, to: 0, cause: 'edge_down' }]]);
  });

  it('are as they were told last: what moved or had another cause replaces what was said before', async () => {
    const [first, moved, other] = [
      { from: -3, to: -2, cause: 'edge_down' as const },
      { from: -5, to: -4, cause: 'edge_down' as const },
      { from: -5, to: -4.5, cause: 'clock_jump' as const },
    ];
    expect(await notifyAgain([first, moved, other, first])).toEqual([[first], [moved], [other], [first]]);
  });

  it('are gone once they turned out to be none, and come again when they are told again', async () => {
    const gap = { from: -3, to: -2, cause: 'edge_down' as const };
    expect(await notifyAgain([gap, { from: -3, to: -3 }, { from: -3, to: -3 }, gap])).toEqual([[gap], [], [], [gap]]);
  });

  it('are not replaced or forgotten by what is told of another camera under their name', async () => {
    const gap = { from: -3, to: -2, cause: 'edge_down' as const };
    expect(await notifyAgain([gap, { from: -9, to: -8, of: 'another' }, { from: -9, to: -9, of: 'another' }])).toEqual([
      [gap],
      [gap],
      [gap],
    ]);
  });
});

describe('the disk of a core', () => {
  it('is told with the cameras only that the asker may see', async () => {
    const hidden = await addCamera(edge.locationId);
    edge.answer('storage.overview', () => ({
      freeBytes: 9,
      floorBytes: 1,
      cameras: [cameraId, hidden, newId()].map(forecastOf),
    }));
    const of = (by: TestPerson) => by.call(recordingsCalls.storageOfEdge, { params: { id: edge.edgeId } });
    expect((await of(await server.person())).body).toMatchObject({ code: 'not_found' });
    expect((await of(owner)).body.cameras.map((camera) => camera.cameraId)).toEqual([cameraId, hidden]);
    const guard = await server.person({ ...placed(), permissions: ['CoreView'] });
    expect((await of(guard)).body).toMatchObject({ freeBytes: 9, cameras: [] });
  });
});
