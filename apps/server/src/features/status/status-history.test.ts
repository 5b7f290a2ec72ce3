import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { statusCalls } from '@sightline/contracts/status/status.api';
import type { StatusState } from '@sightline/contracts/status/status';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge } from '../../../testing/link/test-edge.ts';
import { expireStatusHistory } from './status-retention.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The clock goes back in Berlin on the 25th. */
const nowMs = Date.UTC(2026, 9, 27, 11);
const at = (day: number, hour: number): number => Date.UTC(2026, 9, day, hour);

let server: TestServer;
let owner: TestPerson;
let organizationId: string;
let locationId: string;
let edgeId: string;
let cameraId: string;
beforeAll(async () => {
  server = await startTestServer({ clock: () => nowMs });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
  ({ locationId, edgeId } = await makeTestEdge(server, owner));
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  cameraId = (await owner.call(camerasCalls.create, { body: { name: 'Gate', edgeId, locationId, streams } })).body.id;
});

/** It changed to these states at these times. */
async function changed(entityId: string, changes: readonly (readonly [number, StatusState])[]): Promise<void> {
  const rows = changes.map(([atUtcMs, toState], index) => ({
    organizationId,
    id: newId(),
    entityId,
    at: new Date(atUtcMs),
    fromState: changes[index - 1]?.[1] ?? ('notConnected' as const),
    toState,
    part: null,
    cause: toState === 'online' ? null : ('camera_stalled' as const),
    isFlapping: false,
  }));
  await server.platform.database.withOrganization(organizationId, (trx) =>
    trx.insertInto('statusChanges').values(rows).execute(),
  );
}
const historyOf = (person: TestPerson, range = { fromUtcMs: at(24, 12), toUtcMs: at(26, 12) }, id = cameraId) =>
  person.call(statusCalls.ofCamera, { params: { id }, query: range });

describe('a history', () => {
  it('is not for those without a session, without the right, or of another organization', async () => {
    const range = { fromUtcMs: at(24, 0), toUtcMs: at(25, 0) };
    expect((await server.call(statusCalls.ofCamera, { params: { id: cameraId }, query: range })).status).toBe(401);
    const stranger = await server.person();
    const blind = await server.person({ organizationId, permissions: ['CoreView'], edgeId });
    const asked = [
      [statusCalls.ofCamera, cameraId],
      [statusCalls.ofEdge, edgeId],
      [statusCalls.ofLocation, locationId],
    ] as const;
    for (const [call, id] of asked)
      expect((await stranger.call(call, { params: { id }, query: range })).body).toMatchObject({ code: 'not_found' });
    for (const [call] of asked)
      expect((await owner.call(call, { params: { id: newId() }, query: range })).body).toMatchObject({
        code: 'not_found',
      });
    expect((await blind.call(statusCalls.ofCamera, { params: { id: cameraId }, query: range })).status).toBe(403);
    expect((await blind.call(statusCalls.ofEdge, { params: { id: edgeId }, query: range })).status).toBe(200);
    // Of the site that person reads the name alone.
    expect((await blind.call(locationsCalls.get, { params: { id: locationId } })).body).toMatchObject({
      isNameOnly: true,
      status: null,
    });
    expect((await blind.call(statusCalls.ofLocation, { params: { id: locationId }, query: range })).status).toBe(404);
  });

  it.each([
    [at(25, 0), at(25, 0)],
    [at(25, 0), at(24, 0)],
    [at(25, 0) - 101 * dayMs, at(25, 0)],
    [8_639_999_999_999_000, 8_640_000_000_000_000],
  ])('refuses a range that ends before it begins, or is too long (%i to %i)', async (fromUtcMs, toUtcMs) => {
    expect((await historyOf(owner, { fromUtcMs, toUtcMs })).body).toMatchObject({ code: 'search_range_invalid' });
  });

  it('refuses what is no time', async () => {
    for (const fromUtcMs of ['soon', -1, 1.5] as never[])
      expect((await historyOf(owner, { fromUtcMs, toUtcMs: at(25, 0) })).status).toBe(400);
  });

  it('of what was never connected has days without a share', async () => {
    const { body } = await historyOf(owner);
    expect(body).toMatchObject({
      timeZone: 'Europe/Berlin',
      status: { state: 'notConnected' },
      uptimeShare: null,
      changes: [],
      isCut: false,
    });
    expect(body.days.map(({ day, uptimeShare, spans }) => [day, uptimeShare, spans.length])).toEqual([
      ['2026-10-24', null, 0],
      ['2026-10-25', null, 0],
      ['2026-10-26', null, 0],
    ]);
  });

  it('counts by the days of the site, also by the one of 25 hours, and names its parts now', async () => {
    await changed(cameraId, [
      [at(20, 0), 'online'],
      [at(24, 22), 'offline'],
      [at(25, 3), 'online'],
      [at(26, 11), 'unhealthy'],
      [at(26, 23), 'online'],
    ]);
    const { body } = await historyOf(owner);
    expect(body.days.map(({ fromUtcMs, toUtcMs }) => (toUtcMs - fromUtcMs) / hourMs)).toEqual([24, 25, 24]);
    expect(body.days.map(({ uptimeShare }) => uptimeShare)).toEqual([1, 20 / 25, 0.5]);
    expect(body.uptimeShare).toBeCloseTo((24 + 20 + 12) / 73);
    expect(body.days[1]?.spans).toEqual([
      { fromUtcMs: at(24, 22), toUtcMs: at(25, 3), state: 'offline' },
      { fromUtcMs: at(25, 3), toUtcMs: at(25, 23), state: 'online' },
    ]);
    expect(body.changes.map(({ atUtcMs, from, to }) => [atUtcMs, from, to])).toEqual([
      [at(26, 11), 'online', 'unhealthy'],
      [at(25, 3), 'offline', 'online'],
      [at(24, 22), 'online', 'offline'],
    ]);
    expect(body.parts.map(({ part }) => part)).toEqual([
      'edge',
      'mainStream',
      'subStream',
      'storage',
      'smartStorage',
      'analytics',
    ]);
  });

  it('says nothing of the time to come', async () => {
    await changed(edgeId, [[at(27, 5), 'online']]);
    const { body } = await owner.call(statusCalls.ofEdge, {
      params: { id: edgeId },
      query: { fromUtcMs: nowMs, toUtcMs: nowMs + 1000 },
    });
    expect(body.days).toMatchObject([
      { day: '2026-10-27', uptimeShare: 1, spans: [{ fromUtcMs: at(27, 5), toUtcMs: nowMs }] },
    ]);
  });

  it('lists the newest changes and says that there were more', async () => {
    const start = at(25, 0);
    await changed(
      locationId,
      Array.from(
        { length: 501 },
        (_, index) => [start + index * 60_000, index % 2 === 0 ? 'online' : 'unhealthy'] as const,
      ),
    );
    const { body } = await owner.call(statusCalls.ofLocation, {
      params: { id: locationId },
      query: { fromUtcMs: start, toUtcMs: start + dayMs },
    });
    expect([body.changes.length, body.isCut, body.changes[0]?.atUtcMs]).toEqual([500, true, start + 500 * 60_000]);
  });
});

describe('after 400 days', () => {
  it('changes are forgotten, but for the one that tells what was shown then', async () => {
    const old = nowMs - 400 * dayMs;
    await changed(cameraId, [
      [old - 3 * dayMs, 'online'],
      [old - 2 * dayMs, 'offline'],
      [old - dayMs, 'online'],
      [old + dayMs, 'offline'],
    ]);
    await expireStatusHistory(server.platform.database, nowMs);
    await expireStatusHistory(server.platform.database, nowMs);
    const { body } = await historyOf(owner, { fromUtcMs: old + dayMs / 2, toUtcMs: old + 2 * dayMs });
    expect(body.days[0]?.spans[0]?.state).toBe('online');
    const kept = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.selectFrom('statusChanges').select('at').where('entityId', '=', cameraId).execute(),
    );
    expect(kept).toHaveLength(2);
    expect((await owner.call(edgesCalls.get, { params: { id: edgeId } })).status).toBe(200);
  });
});
