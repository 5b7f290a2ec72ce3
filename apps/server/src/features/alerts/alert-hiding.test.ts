import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { EventReport, PathPoint } from '@sightline/contracts/events/event';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { testReport } from '../../../testing/events/test-reports.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { mailsTo, waitForMail } from '../../../testing/test-mail.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

const soon = { timeout: 15_000, interval: 50 };
let server: TestServer;
let owner: TestPerson;
/** Handles alerts of the camera, and sees no originals. */
let guard: TestPerson;
let core: AlertingCore;
let ruleId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
  guard = await server.person({
    organizationId: organizationId(),
    permissions: ['AlertMonitoring', 'SearchView', 'PlaybackView'],
    locationId: core.edge.locationId,
  });
  ruleId = await core.rule();
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
/** The left third. */
const window = [
  { x: 0, y: 0 },
  { x: 1 / 3, y: 0 },
  { x: 1 / 3, y: 1 },
  { x: 0, y: 1 },
];
const hide = async (): Promise<void> => {
  const body = { settings: { privacy: { zones: [window] } } };
  expect((await owner.call(camerasCalls.update, { params: { id: core.cameraId }, body })).status).toBe(200);
};
const boxAt = (x: number, atMs: number): PathPoint => [atMs, x, 0.2, 0.1, 0.4];
const within: PathPoint[] = [boxAt(0.05, 0), boxAt(0.15, 5_000)];
const beside: PathPoint[] = [boxAt(0.6, 0), boxAt(0.8, 5_000)];
const across: PathPoint[] = [...within, boxAt(0.6, 8_000)];

const report = (path: PathPoint[], change: Partial<EventReport> = {}): EventReport =>
  testReport({ cameraId: core.cameraId, startedAtUtcMs: Date.now() - 20_000, path, ...change });

/** An alert about these, which came before it. */
async function alertOf(...reports: EventReport[]): Promise<string> {
  const change = core.change({ ruleId, subjectIds: reports.map(({ eventId }) => eventId) });
  await core.send(...reports.map((event) => ({ kind: 'event' as const, event })), change);
  return change.alertId;
}

const queued = async (by: TestPerson): Promise<string[]> =>
  (await by.call(alertsCalls.queue, { query: {} })).body.items.map(({ id }) => id);
const logged = async (by: TestPerson) => (await by.call(alertsCalls.logs, { query: {} })).body;
const statusOf = async (by: TestPerson, id: string): Promise<number> =>
  (await by.call(alertsCalls.get, { params: { id } })).status;

describe('an alert about somebody who never left what the camera hides', () => {
  it('is no alert for whoever may not see originals there: not listed, counted, read or handled', async () => {
    await hide();
    const [hidden, seen] = [await alertOf(report(within)), await alertOf(report(within), report(beside))];
    expect((await queued(owner)).toSorted()).toEqual([hidden, seen].toSorted());
    expect(await queued(guard)).toEqual([seen]);
    expect((await guard.call(alertsCalls.queue, { query: {} })).body.total.value).toBe(1);
    expect(await logged(guard)).toMatchObject({ items: [{ id: seen }], total: 1 });
    expect((await guard.call(alertsCalls.counts, {})).body.new.warning).toBe(1);
    expect((await owner.call(alertsCalls.counts, {})).body.new.warning).toBe(2);
    const params = { id: hidden };
    const answers = [
      await guard.call(alertsCalls.get, { params }),
      await guard.call(alertsCalls.take, { params, body: { revision: 1 } }),
      await guard.call(alertsCalls.assign, { params, body: { revision: 1, userId: null } }),
      await guard.call(alertsCalls.done, { params, body: { revision: 1, outcome: 'handled' } }),
      await guard.call(alertsCalls.comment, { params, body: { text: 'Who?' } }),
    ];
    for (const { status, body } of answers) expect([status, body]).toMatchObject([404, { code: 'not_found' }]);
    expect(await statusOf(owner, hidden)).toBe(200);
    const given = { params, body: { revision: 1, userId: guard.userId } };
    expect((await owner.call(alertsCalls.assign, given)).body).toMatchObject({ code: 'validation_failed' });
  });

  it('is hidden as well when the area came later, and while nobody knows the way of what it is about', async () => {
    const before = await alertOf(report(within));
    expect(await queued(guard)).toEqual([before]);
    await hide();
    expect(await queued(guard)).toEqual([]);
    const change = core.change({ ruleId, subjectIds: [newId()] });
    await core.send(change);
    expect([await statusOf(guard, change.alertId), await statusOf(owner, change.alertId)]).toEqual([404, 200]);
  });

  it('is told once they are seen beside it, and one that is about nobody is told', async () => {
    await hide();
    const event = report(within);
    const id = await alertOf(event);
    expect(await statusOf(guard, id)).toBe(404);
    await core.send({ kind: 'event', event: { ...event, path: across, revision: 2, phase: 'updated' } });
    expect(await statusOf(guard, id)).toBe(200);
    expect(await queued(guard)).toEqual([id]);
    const ofNobody = await alertOf();
    expect(await statusOf(guard, ofNobody)).toBe(200);
  });

  it('is in no figure of its rule, and so are near misses of a camera that hides something', async () => {
    await hide();
    const body = {
      name: 'Night',
      condition: { kind: 'loitering' as const, limitS: 20 },
      severity: 'warning' as const,
      cameraIds: [core.cameraId],
    };
    ruleId = (await owner.call(alertRulesCalls.create, { body })).body.id;
    await alertOf(report(within));
    await core.send(core.nearMiss({ ruleId }));
    const figures = async (by: TestPerson) => {
      const { body } = await by.call(alertRulesCalls.get, { params: { id: ruleId } });
      const misses = (await by.call(alertRulesCalls.nearMisses, { params: { id: ruleId } })).body.items.length;
      return [body.alertCount, body.lastAlertUtcMs === null, misses];
    };
    expect(await figures(owner)).toEqual([1, false, 1]);
    expect(await figures(guard)).toEqual([0, true, 0]);
  });

  it('is hidden as well where it is about nobody and its rule watches nothing else than that place', async () => {
    await hide();
    const ruleAt = async (right: number): Promise<string> => {
      const points = [
        { x: 0.05, y: 0.1 },
        { x: right, y: 0.1 },
        { x: right, y: 0.9 },
        { x: 0.05, y: 0.9 },
      ];
      const condition = { kind: 'motion' as const, zones: [{ id: newId(), points }] };
      const body = { name: 'Safe', condition, severity: 'warning' as const, cameraIds: [core.cameraId] };
      return (await owner.call(alertRulesCalls.create, { body })).body.id;
    };
    const [inside, beyond] = [await ruleAt(0.3), await ruleAt(0.6)];
    const [hidden, told] = [core.change({ ruleId: inside }), core.change({ ruleId: beyond })];
    await core.send(hidden, told);
    expect((await queued(owner)).toSorted()).toEqual([hidden.alertId, told.alertId].toSorted());
    expect(await queued(guard)).toEqual([told.alertId]);
    expect(await statusOf(guard, hidden.alertId)).toBe(404);
  });

  it('is told live to those alone who may see originals', async () => {
    await hide();
    const listeners = await Promise.all(
      [owner, guard].map(({ session }) => listenWith(server.url, session.accessToken)),
    );
    const [hidden, seen] = [await alertOf(report(within)), await alertOf(report(beside))];
    const heard = () =>
      listeners.map((listener) =>
        listener.heard.flatMap((message) =>
          message.type === 'event' && message.event.kind === 'alerts.changed' ? [message.event.alertId] : [],
        ),
      );
    await vi.waitFor(() => expect(heard()).toEqual([[hidden, seen], [seen]]), soon);
  });
});

it('the figures of a rule say nothing of alerts at cameras that the reader may not see', async () => {
  const elsewhere = await makeAlertingCore(server, owner);
  const cameraIds = [core.cameraId, elsewhere.cameraId];
  const body = {
    name: 'Both',
    condition: { kind: 'loitering' as const, limitS: 20 },
    severity: 'info' as const,
    cameraIds,
  };
  ruleId = (await owner.call(alertRulesCalls.create, { body })).body.id;
  await elsewhere.send(elsewhere.change({ ruleId }));
  const figures = async (by: TestPerson) => {
    const { alertCount, lastAlertUtcMs } = (await by.call(alertRulesCalls.get, { params: { id: ruleId } })).body;
    return [alertCount, lastAlertUtcMs === null];
  };
  expect([await figures(owner), await figures(guard)]).toEqual([
    [1, false],
    [0, true],
  ]);
  await core.send(core.change({ ruleId }));
  expect([await figures(owner), await figures(guard)]).toEqual([
    [2, false],
    [1, false],
  ]);
});

describe('who is named by the rule', () => {
  const mails = async (by: TestPerson): Promise<number> =>
    (await mailsTo(server, by.session.user.email)).filter(({ subject }) => subject.includes('Fence')).length;
  const statesOf = async (by: TestPerson): Promise<string[]> => {
    const { rows } = await server.platform.database.withOrganization(organizationId(), (trx) =>
      sql<{ state: string }>`select state from alert_deliveries
        where organization_id = ${organizationId()} and user_id = ${by.userId}`.execute(trx),
    );
    return rows.map(({ state }) => state);
  };
  beforeEach(async () => {
    await hide();
    const notify = { userIds: [owner.userId, guard.userId], channels: ['mail' as const] };
    ruleId = await core.rule({ name: 'Fence', notify });
  });

  it('hears nothing of what is hidden from them, also when it is over', async () => {
    const event = report(within);
    const id = await alertOf(event);
    await waitForMail(server, owner.session.user.email);
    await core.send(core.change({ alertId: id, ruleId, subjectIds: [event.eventId], sequence: 2, phase: 'closed' }));
    await vi.waitFor(async () => expect(await statesOf(guard)).toEqual(['dropped']), { ...soon, timeout: 30_000 });
    await vi.waitFor(async () => expect(await mails(owner)).toBe(1), soon);
    expect(await mails(guard)).toBe(0);
  });

  it('hears of it once it comes out of what is hidden', async () => {
    const event = report(within);
    await alertOf(event);
    await vi.waitFor(async () => expect(await statesOf(owner)).toEqual(['told']), soon);
    expect(await statesOf(guard)).toEqual(['waiting']);
    await core.send({ kind: 'event', event: { ...event, path: across, revision: 2, phase: 'updated' } });
    await vi.waitFor(async () => expect(await statesOf(guard)).toEqual(['told']), { ...soon, timeout: 30_000 });
    await vi.waitFor(async () => expect(await mails(guard)).toBe(1), soon);
  });
});

it('what is done with an alert about somebody hidden is in the audit without its number and rule', async () => {
  await hide();
  const [hidden, seen] = [await alertOf(report(within)), await alertOf(report(beside))];
  for (const id of [hidden, seen]) await owner.call(alertsCalls.take, { params: { id }, body: { revision: 1 } });
  const { items } = (await owner.call(auditCalls.findByFilter, { query: { limit: 30 }, body: {} })).body;
  const taken = items.filter(({ method }) => method === 'alert.take');
  expect(taken.map(({ entityId, entityName }) => [entityId, entityName])).toEqual([
    [seen, expect.stringMatching(/^2 At the gate$/)],
    [hidden, null],
  ]);
});
