import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { PathPoint } from '@sightline/contracts/events/event';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { PushService } from '@sightline/simulators/push/push-service';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../../testing/alerts/test-alerts.ts';
import { testReport } from '../../../../testing/events/test-reports.ts';
import { listenWith } from '../../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { PushMessage } from '../../user-devices/push-texts.ts';

// A take that nothing follows ends by itself. The clock is the test's.

const soon = { timeout: 15_000, interval: 50 };
const minuteMs = 60_000;
const takeLapsesMs = 10 * minuteMs;
const pushService = new PushService();
let aheadMs = 0;
const clock = (): number => Date.now() + aheadMs;
let server: TestServer;
let owner: TestPerson;
let guard: TestPerson;
let core: AlertingCore;
let reader: TestPerson | null;
let readerAtMs: number;

beforeAll(async () => {
  await pushService.start();
  server = await startTestServer({ env: { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' }, clock });
});
afterAll(async () => {
  await server.stop();
  await pushService.stop();
});
beforeEach(async () => {
  reader = null;
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
  guard = await server.person({ organizationId: organizationId(), permissions: ['AlertMonitoring'] });
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';

async function browserOf(person: TestPerson): Promise<() => PushMessage[]> {
  const subscription = pushService.subscribe(server.platform.vapid.publicKey);
  const body = { deviceUid: newId(), name: 'Phone', subscription };
  expect((await person.call(userDevicesCalls.register, { body })).status).toBe(201);
  return () => pushService.receivedBy(subscription).map(({ text }) => JSON.parse(text) as PushMessage);
}

async function opened(notify?: Parameters<AlertingCore['rule']>[0]): Promise<string> {
  const change = core.change({ ruleId: await core.rule({ name: 'Fence', ...notify }), atUtcMs: clock() });
  await core.send(change);
  return change.alertId;
}
/** The same person, who signed in again. */
async function again({ userId }: TestPerson): Promise<TestPerson> {
  const by = { userId, authProviderId: null, providerOrganizationId: null };
  const { session } = await server.platform.sessions.open(by, { address: '127.0.0.2', userAgent: null });
  return { session, userId, call: (call, request) => server.call(call, request, session.accessToken) };
}

/** Somebody who signed in after the last jump of the clock: sessions end with it. */
async function fresh(): Promise<TestPerson> {
  if (reader === null || readerAtMs !== aheadMs) {
    readerAtMs = aheadMs;
    reader = await server.person({ organizationId: organizationId(), permissions: ['AlertMonitoring', 'AuditView'] });
  }
  return reader;
}
const get = async (id: string) => (await (await fresh()).call(alertsCalls.get, { params: { id } })).body;
const take = async (id: string, person = guard) => {
  const answer = await person.call(alertsCalls.take, { params: { id }, body: { revision: 1 } });
  expect(answer.status).toBe(200);
  return answer.body;
};
const isSo = (id: string, wanted: object) => vi.waitFor(async () => expect(await get(id)).toMatchObject(wanted), soon);
const states = async (): Promise<string[]> => {
  const { rows } = await server.platform.database.withOrganization(organizationId(), (trx) =>
    sql<{
      said: string;
    }>`select step || ' ' || state as said from alert_deliveries where organization_id = ${organizationId()}`.execute(
      trx,
    ),
  );
  return rows.map(({ said }) => said);
};
/** Takes of others lapsed: whatever was due then was looked at. */
const another = async (): Promise<void> => {
  const id = await opened();
  await take(id, await fresh());
  aheadMs += takeLapsesMs;
  await isSo(id, { handling: 'new' });
};

describe('a take does not lapse', () => {
  it('while something is done about the alert, by whoever has it or another, or who has it takes it again', async () => {
    const [commented, kept, left] = [await opened(), await opened(), await opened()];
    expect(await take(commented)).toMatchObject({ takeLapsesAtUtcMs: expect.any(Number) as number });
    await take(kept);
    await take(left, owner);
    aheadMs += takeLapsesMs - minuteMs;
    await (
      await fresh()
    ).call(alertsCalls.comment, { params: { id: commented }, body: { text: 'Patrol is on its way' } });
    await take(kept, await again(guard));
    aheadMs += 2 * minuteMs;
    // What was taken last, and left alone, lapses last of those that are due by now.
    await isSo(left, { handling: 'new' });
    expect([await get(commented), await get(kept)]).toMatchObject([{ handling: 'taken' }, { handling: 'taken' }]);
    aheadMs += takeLapsesMs;
    await isSo(commented, { handling: 'new' });
    await isSo(kept, { handling: 'new' });
  });

  it('once the alert is done, nor when it was given to somebody else meanwhile', async () => {
    const [done, given] = [await opened(), await opened()];
    await take(done);
    await take(given);
    aheadMs += takeLapsesMs / 2;
    const ending = { params: { id: done }, body: { revision: 2, outcome: 'handled' as const } };
    expect((await (await again(guard)).call(alertsCalls.done, ending)).body).toMatchObject({ takeLapsesAtUtcMs: null });
    const giving = { params: { id: given }, body: { revision: 2, userId: owner.userId } };
    expect((await (await again(owner)).call(alertsCalls.assign, giving)).status).toBe(200);
    aheadMs += takeLapsesMs / 2 + 1000;
    await another();
    expect(await get(done)).toMatchObject({ handling: 'done', outcome: 'handled', lapsed: null });
    await isSo(given, { handling: 'new', lapsed: { userId: owner.userId } });
  });
});

describe('a take that nothing follows', () => {
  it('ALERT-041 lapses after ten minutes: the alert waits for everybody, says who had it, and the audit knows', async () => {
    const id = await opened();
    const taken = await take(id);
    expect(taken.takeLapsesAtUtcMs).toBeGreaterThan(clock() + takeLapsesMs - minuteMs);
    const screen = await listenWith(server.url, owner.session.accessToken);
    aheadMs += takeLapsesMs;
    await isSo(id, {
      handling: 'new',
      handler: null,
      takeLapsesAtUtcMs: null,
      lapsed: { userId: guard.userId },
      revision: taken.revision + 1,
    });
    await vi.waitFor(
      () =>
        expect(screen.heard).toContainEqual(
          expect.objectContaining({
            event: expect.objectContaining({
              kind: 'alerts.changed',
              alertId: id,
              handling: 'new',
              isNew: true,
            }) as never,
          }),
        ),
      soon,
    );
    screen.socket.close();
    const { items } = (await (await fresh()).call(auditCalls.findByFilter, { query: {}, body: {} })).body;
    expect(items.map(({ method }) => method)).toContain('alert.lapse');
    // Whoever takes it next starts anew.
    expect(await take(id, await fresh())).toMatchObject({ handling: 'taken', lapsed: null });
  });

  it('lapses after the time that the organization sets', async () => {
    for (const wrong of [0, 1441, 2.5])
      expect((await owner.call(organizationsCalls.updateCurrent, { body: { takeLapsesMinutes: wrong } })).status).toBe(
        400,
      );
    await owner.call(organizationsCalls.updateCurrent, { body: { takeLapsesMinutes: 3 } });
    const [id, kept] = [await opened(), await opened()];
    expect((await take(id)).takeLapsesAtUtcMs).toBeLessThanOrEqual(clock() + 3 * minuteMs);
    await owner.call(organizationsCalls.updateCurrent, { body: { takeLapsesMinutes: 60 } });
    await take(kept);
    aheadMs += 3 * minuteMs;
    await isSo(id, { handling: 'new' });
    expect(await get(kept)).toMatchObject({ handling: 'taken' });
  });

  it('lapses so long after what was done about it last, and not after the ten minutes of others', async () => {
    await owner.call(organizationsCalls.updateCurrent, { body: { takeLapsesMinutes: 3 } });
    const [id, left] = [await opened(), await opened()];
    await take(id);
    await take(left, owner);
    aheadMs += 2 * minuteMs;
    const [person, beforeMs] = [await fresh(), clock()];
    await person.call(alertsCalls.comment, { params: { id }, body: { text: 'Patrol is on its way' } });
    const { takeLapsesAtUtcMs } = await get(id);
    expect(takeLapsesAtUtcMs).toBeGreaterThanOrEqual(beforeMs + 3 * minuteMs);
    expect(takeLapsesAtUtcMs).toBeLessThanOrEqual(clock() + 3 * minuteMs);
    aheadMs += minuteMs;
    await isSo(left, { handling: 'new' });
    expect(await get(id)).toMatchObject({ handling: 'taken' });
    aheadMs += 2 * minuteMs;
    await isSo(id, { handling: 'new' });
  });

  it('is told to nobody from whom the camera hides by now whom it is about', async () => {
    const shown = await browserOf(guard);
    const about = async (x: number): Promise<string> => {
      const path: PathPoint[] = [0, 5_000].map((atMs) => [atMs, x, 0.2, 0.1, 0.4]);
      const event = testReport({ cameraId: core.cameraId, startedAtUtcMs: clock() - 20_000, path });
      const ruleId = await core.rule({ name: 'Fence' });
      const change = core.change({ ruleId, subjectIds: [event.eventId], atUtcMs: clock() });
      await core.send({ kind: 'event', event }, change);
      return change.alertId;
    };
    const [hidden, seen] = [await about(0.05), await about(0.7)];
    await take(hidden);
    await take(seen);
    const zone = [
      { x: 0, y: 0 },
      { x: 0.3, y: 0 },
      { x: 0.3, y: 1 },
      { x: 0, y: 1 },
    ];
    const body = { settings: { privacy: { zones: [zone] } } };
    expect((await owner.call(camerasCalls.update, { params: { id: core.cameraId }, body })).status).toBe(200);
    aheadMs += takeLapsesMs;
    const all = await again(owner);
    const read = async (id: string) => (await all.call(alertsCalls.get, { params: { id } })).body;
    await vi.waitFor(async () => expect(await read(hidden)).toMatchObject({ handling: 'new' }), soon);
    await vi.waitFor(async () => expect(await read(seen)).toMatchObject({ handling: 'new' }), soon);
    await vi.waitFor(() => expect(shown()).toHaveLength(1), soon);
    expect(shown()[0]).toMatchObject({ path: `/alert/monitoring?alert=${seen}` });
  });

  it('is told to whoever had it, unless they may no longer see the alert', async () => {
    const [shown, other] = [
      await browserOf(guard),
      await server.person({ organizationId: organizationId(), permissions: ['AlertMonitoring'] }),
    ];
    const gone = await browserOf(other);
    const [id, hidden] = [await opened(), await opened()];
    await take(id);
    await take(hidden, other);
    await server.platform.database.withOrganization(organizationId(), async (trx) => {
      await trx
        .deleteFrom('memberships')
        .where('organizationId', '=', organizationId())
        .where('userId', '=', other.userId)
        .execute();
    });
    aheadMs += takeLapsesMs;
    await isSo(hidden, { handling: 'new' });
    await vi.waitFor(() => expect(shown()).toHaveLength(1), soon);
    expect(shown()[0]).toMatchObject({ title: 'Fence', path: `/alert/monitoring?alert=${id}` });
    expect(shown()[0]?.body).toContain('Back in the queue');
    expect(gone()).toEqual([]);
  });

  it('ends at once when whoever had it is a member no more', async () => {
    const other = await server.person({ organizationId: organizationId(), permissions: ['AlertMonitoring'] });
    const [id, kept] = [await opened(), await opened()];
    await take(id, other);
    await take(kept);
    expect((await owner.call(usersCalls.remove, { params: { id: other.userId } })).status).toBe(200);
    await isSo(id, { handling: 'new' });
    expect(await get(kept)).toMatchObject({ handling: 'taken' });
  });

  it('lets the next be told who would have been, with who had it', async () => {
    const next = await server.person({ organizationId: organizationId(), permissions: ['AlertMonitoring'] });
    const shown = await browserOf(next);
    const steps = [{ afterMinutes: 3, userIds: [next.userId] }];
    const id = await opened({ notify: { userIds: [owner.userId], channels: ['push'], steps } });
    await take(id);
    aheadMs += 4 * minuteMs;
    await vi.waitFor(async () => expect(await states()).toContain('escalated1 dropped'), soon);
    expect(shown()).toEqual([]);
    aheadMs += takeLapsesMs;
    await isSo(id, { handling: 'new' });
    await vi.waitFor(() => expect(shown()).toHaveLength(1), soon);
    expect(shown()[0]?.body).toContain('took it and did nothing more');
  });
});
