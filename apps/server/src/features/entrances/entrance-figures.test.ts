import type { FigureStep } from '@sightline/contracts/entrances/entrance';
import type { EntranceMinute } from '@sightline/contracts/entrances/entrance-link';
import { entrancesCalls } from '@sightline/contracts/entrances/entrances.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
/** Sunday, 2026-10-25, 12:00 in Berlin, where clocks were set back in the night. */
const noon = Date.UTC(2026, 9, 25, 11);
let nowUtcMs = noon;
let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;
let entranceId: string;

beforeAll(async () => {
  server = await startTestServer({ clock: () => nowUtcMs });
});
afterAll(() => server.stop());
beforeEach(async () => {
  nowUtcMs = noon;
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
  entranceId = await makeEntrance();
});

const line = [
  { x: 0.2, y: 0.6 },
  { x: 0.8, y: 0.6 },
];
async function makeEntrance(by = owner, cameraId = core.cameraId): Promise<string> {
  const body = { name: 'Main door', cameraId, line, inSide: 'left' as const };
  const { id } = (await by.call(entrancesCalls.create, { body })).body;
  const organizationId = by.session.activeOrganizationId ?? '';
  await server.platform.database.withOrganization(organizationId, (trx) =>
    sql`update entrances set created_at = ${new Date(noon - 400 * 86_400_000)} where organization_id = ${organizationId} and id = ${id}`.execute(
      trx,
    ),
  );
  return id;
}
const minute = (atUtcMs: number, ins: number[], outs: number[] = []): EntranceMinute => ({
  atUtcMs,
  ins,
  outs,
  revision: 1,
  watchedS: 60,
});
const say = (...minutes: EntranceMinute[]) =>
  core.send({ kind: 'entranceMinutes', entranceId, cameraId: core.cameraId, minutes });
const figures = (fromUtcMs: number, untilUtcMs: number, per: FigureStep) =>
  owner.call(entrancesCalls.figures, { params: { id: entranceId }, query: { fromUtcMs, untilUtcMs, per } });
const resetAt = (time: string) => {
  const body = {
    name: 'Main door',
    cameraId: core.cameraId,
    line,
    inSide: 'left' as const,
    resetAt: time,
    revision: 1,
  };
  return owner.call(entrancesCalls.update, { params: { id: entranceId }, body });
};
const totals = async () => (await figures(noon - 86_400_000, noon + hourMs, 'hour')).body.total;
const occupancy = async () => (await owner.call(entrancesCalls.occupancy, { params: { id: entranceId } })).body;
const correct = (inside: number, reason = 'Counted by hand') =>
  owner.call(entrancesCalls.correct, { params: { id: entranceId }, body: { inside, reason } });

describe('a core that is not to be believed', () => {
  it('counts nothing at the entrance of another core or organization', async () => {
    const others = [await makeAlertingCore(server, owner), await makeAlertingCore(server, await server.person())];
    const said = { kind: 'entranceMinutes' as const, entranceId, minutes: [minute(noon, [1])] };
    for (const other of others)
      await other.send({ ...said, cameraId: other.cameraId }, { ...said, cameraId: core.cameraId });
    await core.send(
      { ...said, cameraId: others[0]!.cameraId },
      { ...said, entranceId: newId(), cameraId: core.cameraId },
    );
    expect(await totals()).toMatchObject({ in: 0, out: 0, watchedS: 0 });
  });

  it('counts nothing tomorrow, and no more seconds than there were', async () => {
    await say(minute(noon + 90_000_000, [1]));
    // It counts when it came.
    expect((await figures(noon + 1, noon + 200_000_000, 'day')).body.total).toMatchObject({ in: 0 });
    expect((await figures(noon, noon + 1, 'day')).body.total).toMatchObject({ in: 1 });
    await say(minute(noon - minuteMs, [2]), minute(noon - minuteMs + 500, [3]));
    expect((await figures(noon - minuteMs, noon, 'minute')).body.items).toMatchObject([
      { in: 2, watchedS: 60, outOfS: 60 },
    ]);
  });
});

describe('a minute', () => {
  it('counts once, however often, late or out of order it is told', async () => {
    const listener = await listenWith(server.url, owner.session.accessToken);
    const first = minute(noon - 2 * minuteMs, [5, 40], [50]);
    const more = { ...minute(noon - 2 * minuteMs, [5, 40, 41], [50]), revision: 2 };
    await say(more, first);
    await say(first);
    await say(more, minute(noon - 3 * minuteMs, [1]), more);
    expect(await totals()).toMatchObject({ in: 4, out: 1, watchedS: 120 });
    await vi.waitFor(() => expect(listener.kinds().filter((kind) => kind === 'entrances.counted')).toHaveLength(2));
  });

  it('is kept of the camera that an entrance had, and not of one that it never had since', async () => {
    const other = await makeAlertingCore(server, owner);
    const body = { name: 'Moved', cameraId: other.cameraId, line, inSide: 'left' as const, revision: 1 };
    expect((await owner.call(entrancesCalls.update, { params: { id: entranceId }, body })).status).toBe(200);
    await say(minute(noon - minuteMs, [1]), minute(noon + minuteMs, [2, 3]));
    expect(await totals()).toMatchObject({ in: 1 });
  });

  it('of an entrance that was deleted is passed over without a word', async () => {
    await owner.call(entrancesCalls.remove, { params: { id: entranceId } });
    await say(minute(noon, [1]));
    expect((await figures(noon, noon + 1, 'hour')).status).toBe(404);
  });
});

describe('figures', () => {
  it.each<[string, number, FigureStep]>([
    ['that end when they begin', 0, 'hour'],
    ['that end before they begin', -1, 'hour'],
    ['by minute of more than a day', 26, 'minute'],
    ['by hour of more than 31 days', 33 * 24, 'hour'],
    ['by day of more than a year', 368 * 24, 'day'],
  ])('are refused %s', async (_what, hours, per) => {
    const answer = await figures(noon - hours * hourMs, noon, per);
    expect(answer).toMatchObject({ status: 400, body: { code: 'entrance_range' } });
  });

  it('go by the days of the site, of 25 hours where clocks are set back', async () => {
    const sunday = Date.UTC(2026, 9, 24, 22);
    await say(minute(sunday - minuteMs, [59]), minute(sunday, [0], [1]), minute(noon, [3]));
    const { body } = await figures(sunday - 24 * hourMs, sunday + 25 * hourMs, 'day');
    expect(body.timeZone).toBe('Europe/Berlin');
    expect(body.items).toMatchObject([
      { fromUtcMs: sunday - 24 * hourMs, toUtcMs: sunday, in: 1, out: 0, outOfS: 86_400 },
      { fromUtcMs: sunday, toUtcMs: sunday + 25 * hourMs, in: 2, out: 1, watchedS: 120, outOfS: 13 * 3600 },
    ]);
  });

  it('keep the two hours apart that have one name, and say how much of each was watched', async () => {
    const first = Date.UTC(2026, 9, 25, 0);
    await say(minute(first + 5 * minuteMs, [1]), minute(first + hourMs, [1, 2]));
    const { items } = (await figures(first, first + 2 * hourMs, 'hour')).body;
    expect(items).toMatchObject([
      { fromUtcMs: first, toUtcMs: first + hourMs, in: 1, watchedS: 60, outOfS: 3600 },
      { fromUtcMs: first + hourMs, in: 2, watchedS: 60, outOfS: 3600 },
    ]);
  });

  it('have every minute, also one in which nobody came, and count a minute that a clock moved where it lies', async () => {
    await say(minute(noon - 3 * minuteMs + 22_500, [4]));
    const { items } = (await figures(noon - 4 * minuteMs, noon, 'minute')).body;
    expect(items.map((one) => one.in)).toEqual([0, 1, 0, 0]);
    expect(items.map(({ toUtcMs, fromUtcMs }) => toUtcMs - fromUtcMs)).toEqual([60_000, 60_000, 60_000, 60_000]);
  });
});

describe('how many are inside', () => {
  it('is not corrected without a reason, or below nobody', async () => {
    expect((await correct(3, ' ')).body).toMatchObject({ code: 'validation_failed' });
    expect((await correct(-1)).body).toMatchObject({ code: 'validation_failed' });
    expect((await occupancy()).correction).toBeNull();
  });

  it('is who went in less who went out since the reset of the site, and nobody after the next', async () => {
    const midnight = Date.UTC(2026, 9, 24, 22);
    await say(minute(midnight - minuteMs, [1, 2, 3]), minute(midnight, [0, 7]), minute(noon - hourMs, [5], [9]));
    expect(await occupancy()).toMatchObject({
      inside: 2,
      missed: 0,
      in: 3,
      out: 1,
      watchedS: 120,
      outOfS: 13 * 3600,
      sinceUtcMs: midnight,
      resetsAtUtcMs: midnight + 25 * hourMs,
    });
    await resetAt('12:01');
    nowUtcMs = noon + minuteMs;
    expect(await occupancy()).toMatchObject({ inside: 0, in: 0, out: 0, sinceUtcMs: nowUtcMs });
  });

  it('never falls below nobody: who was missed on the way in is said', async () => {
    await say(minute(noon - 3 * minuteMs, [], [1, 2]), minute(noon - 2 * minuteMs, [1, 2, 3]));
    expect(await occupancy()).toMatchObject({ inside: 3, missed: 2, in: 3, out: 2 });
  });

  it('is set by hand to the second, written down, and holds until the reset', async () => {
    nowUtcMs = noon + 30_000;
    await say(minute(noon - minuteMs, [1, 2]));
    expect((await correct(10)).body).toMatchObject({
      inside: 10,
      in: 0,
      correction: { inside: 10, reason: 'Counted by hand', byName: owner.session.user.name, atUtcMs: nowUtcMs },
    });
    // Of this minute two went in before somebody counted, and one after.
    await say(minute(noon, [3, 20, 31], [45]));
    expect(await occupancy()).toMatchObject({ inside: 10, in: 1, out: 1 });
    const organizationId = owner.session.activeOrganizationId ?? '';
    const written = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .selectFrom('auditEntries')
        .select('data')
        .where('organizationId', '=', organizationId)
        .where('action', '=', 'entrance.correct')
        .execute(),
    );
    expect(written.map(({ data }) => data)).toMatchObject([{ inside: 10, before: 2, reason: 'Counted by hand' }]);
    await resetAt('12:01');
    expect(await occupancy()).toMatchObject({ inside: 10 });
    nowUtcMs = noon + minuteMs;
    expect(await occupancy()).toMatchObject({ inside: 0, correction: null });
  });
});
