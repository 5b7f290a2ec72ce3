import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { armedAlarmsCalls } from '@sightline/contracts/armed-alarms/armed-alarms.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { managedAlarmsCalls } from '@sightline/contracts/managed-alarms/managed-alarms.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { testReport } from '../../../testing/events/test-reports.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

const minuteMs = 60_000;
let aheadMs = 0;
let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;
let ruleId: string;
let armedAlarmId: string;
/** Of which camera alerts are; null: that of the core. */
let cameraOf: string | null;

beforeAll(async () => {
  const env = { SIGHTLINE_ALARM_TIMEOUT_MINUTES: '1' };
  server = await startTestServer({ clock: () => Date.now() + aheadMs, env });
});
afterAll(() => server.stop());
beforeEach(async () => {
  aheadMs = 0;
  cameraOf = null;
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
  ruleId = await core.rule();
  const body = { name: 'Night', alertIds: [ruleId], exitDelayS: 0 };
  armedAlarmId = (await owner.call(armedAlarmsCalls.create, { body })).body.id;
  await owner.call(armedAlarmsCalls.arm, { params: { id: armedAlarmId }, body: { state: 'armed' } });
});

const alert = async (of = ruleId): Promise<string> => {
  const alertId = newId();
  await core.send(core.change({ ruleId: of, alertId, cameraId: cameraOf ?? core.cameraId }));
  return alertId;
};
const list = async (query: Record<string, unknown> = {}, by = owner) =>
  (await by.call(managedAlarmsCalls.list, { query })).body;
const one = async () => (await list()).items[0]!;
const get = (id: string, by = owner) => by.call(managedAlarmsCalls.get, { params: { id } });
const alertsOf = (id: string, by = owner) => by.call(managedAlarmsCalls.alerts, { params: { id } });
const detailsOf = (id: string, by = owner) => by.call(managedAlarmsCalls.alertDetails, { params: { id } });
const close = (id: string, by = owner, userId = by.userId) =>
  by.call(managedAlarmsCalls.close, { params: { id }, body: { userId } });
const member = (permissions: string[], at: { locationId?: string } = {}) =>
  server.person({ organizationId: owner.session.activeOrganizationId, permissions, ...at });
const everything = async (id: string, by: TestPerson) => [
  await get(id, by),
  await alertsOf(id, by),
  await detailsOf(id, by),
  await close(id, by),
];

describe('a managed alarm', () => {
  it('is refused without the right to it, and is not there for others', async () => {
    await alert();
    const { id } = await one();
    const forbidden = { status: 403, body: { data: { permission: 'AlarmManagementEdit' } } };
    for (const answer of await everything(id, await member(['AlertMonitoring'])))
      expect(answer).toMatchObject(forbidden);
    const site = await owner.call(locationsCalls.create, { body: { name: 'Elsewhere', timeZone: 'UTC' } });
    const elsewhere = await member(['AlarmManagementEdit'], { locationId: site.body.id });
    for (const by of [await server.person(), elsewhere]) {
      for (const answer of await everything(id, by)) expect(answer).toMatchObject({ status: 404 });
      expect((await list({}, by)).items).toEqual([]);
      const { body } = await by.call(managedAlarmsCalls.stats, {});
      expect(body).toMatchObject({ active: 0, closed: 0, openedLastDay: 0 });
      expect((await by.call(managedAlarmsCalls.checkTimeouts, { body: {} })).body).toEqual({ updatedCount: 0 });
    }
  });

  it('gathers the alerts of one armed alarm at one location, and is of status 0 (ALARMMGR-001, ALARMMGR-007, ALARMMGR-008, ALARMMGR-009)', async () => {
    const first = await alert();
    const second = await alert();
    await alert(await core.rule({ name: 'Not armed' }));
    expect(await list()).toMatchObject({
      total: 1,
      items: [
        {
          number: 1,
          status: 0,
          armedAlarmId,
          name: 'Night',
          locationId: core.edge.locationId,
          closedAt: null,
          closedBy: null,
          alertCount: 2,
          openAlertCount: 2,
        },
      ],
    });
    const { id } = await one();
    expect((await get(id)).body).toMatchObject({ id, status: 0 });
    const linked = (await alertsOf(id)).body;
    expect(new Set(linked.items.map((item) => item.id))).toEqual(new Set([first, second]));
    expect(linked.hiddenCount).toBe(0);
    await owner.call(alertsCalls.comment, { params: { id: first }, body: { text: 'A fox.' } });
    const details = (await detailsOf(id)).body.items;
    expect(details.find((item) => item.id === first)?.comments).toMatchObject([{ text: 'A fox.' }]);
  });

  it('hides alerts that the reader may not see, and counts them', async () => {
    await alert();
    const { id } = await one();
    const manager = await member(['AlarmManagementEdit']);
    expect((await alertsOf(id, manager)).body).toEqual({ items: [], hiddenCount: 1 });
    expect((await detailsOf(id, manager)).body).toEqual({ items: [], hiddenCount: 1 });
  });

  it('tells nothing of somebody whom the camera hides from the reader', async () => {
    const zone = [0, 1 / 3].flatMap((x) =>
      x === 0
        ? [
            { x, y: 1 },
            { x, y: 0 },
          ]
        : [
            { x, y: 0 },
            { x, y: 1 },
          ],
    );
    const body = { settings: { privacy: { zones: [zone] } } };
    expect((await owner.call(camerasCalls.update, { params: { id: core.cameraId }, body })).status).toBe(200);
    const event = testReport({
      cameraId: core.cameraId,
      startedAtUtcMs: Date.now() - 20_000,
      path: [
        [0, 0.05, 0.2, 0.1, 0.4],
        [5_000, 0.15, 0.2, 0.1, 0.4],
      ],
    });
    const change = core.change({ ruleId, subjectIds: [event.eventId] });
    await core.send({ kind: 'event', event }, change);
    const { id } = await one();
    const guard = await member(['AlarmManagementEdit', 'AlertMonitoring', 'SearchView', 'PlaybackView']);
    for (const answer of await everything(id, guard)) expect(answer).toMatchObject({ status: 404 });
    expect(await list({}, guard)).toMatchObject({ items: [], total: 0 });
    expect((await guard.call(managedAlarmsCalls.stats, {})).body).toMatchObject({ active: 0, openedLastDay: 0 });
    expect((await alertsOf(id)).body.items).toMatchObject([{ id: change.alertId }]);
    // With one that the reader is told of, it is there with that one alone.
    const shown = await alert(await visibleRule());
    expect(await list({}, guard)).toMatchObject({ total: 1, items: [{ id, alertCount: 1, openAlertCount: 1 }] });
    expect((await alertsOf(id, guard)).body).toMatchObject({ items: [{ id: shown }], hiddenCount: 0 });
    expect((await one()).alertCount).toBe(2);
  });

  /** A rule of the same armed alarm, of another camera of the same place. */
  async function visibleRule(): Promise<string> {
    const { edgeId, locationId } = core.edge;
    const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.2/${newId()}` }];
    const yard = (await owner.call(camerasCalls.create, { body: { name: 'Yard', edgeId, locationId, streams } })).body
      .id;
    const id = await core.rule({ name: 'Yard', cameraIds: [yard] });
    const body = { name: 'Night', alertIds: [ruleId, id], exitDelayS: 0, revision: 1 };
    const { revision } = (await owner.call(armedAlarmsCalls.get, { params: { id: armedAlarmId } })).body;
    await owner.call(armedAlarmsCalls.update, { params: { id: armedAlarmId }, body: { ...body, revision } });
    cameraOf = yard;
    return id;
  }

  it('is told to open screens', async () => {
    const listener = await listenWith(server.url, owner.session.accessToken);
    await alert();
    await vi.waitFor(() => expect(listener.kinds()).toContain('managed-alarms.changed'), { timeout: 10_000 });
  });

  it('is closed once, by the caller, as status 2 with its time (ALARMMGR-002, ALARMMGR-011)', async () => {
    await alert();
    const { id, updatedAt } = await one();
    expect(await close(id, owner, newId())).toMatchObject({ status: 400, body: { data: { fields: ['userId'] } } });
    aheadMs = 1000;
    const { body } = await close(id);
    expect(body).toMatchObject({ status: 2, closedBy: { userId: owner.userId }, openAlertCount: 1 });
    expect(body.updatedAt).toBeGreaterThan(updatedAt);
    expect(body.closedAt).toBe(body.updatedAt);
    expect(await close(id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await alert();
    expect((await list()).items.map(({ status, number }) => [number, status])).toEqual([
      [2, 0],
      [1, 2],
    ]);
  });

  it('is closed by a key in the name of a member only (ALARMMGR-011)', async () => {
    await alert();
    const { id } = await one();
    const guard = await member([]);
    const { key } = (
      await owner.call(apiKeysCalls.create, {
        body: { name: 'Panel', scopes: ['AlarmManagementEdit'], expiresAt: null },
      })
    ).body;
    const byKey = (userId: string) => server.call(managedAlarmsCalls.close, { params: { id }, body: { userId } }, key);
    expect(await byKey((await server.person()).userId)).toMatchObject({ status: 404 });
    expect(await byKey(guard.userId)).toMatchObject({ status: 200, body: { closedBy: { userId: guard.userId } } });
  });

  it('times out when nobody closed it, by a call and by itself (ALARMMGR-003, ALARMMGR-013)', async () => {
    await alert();
    const check = async () => (await owner.call(managedAlarmsCalls.checkTimeouts, { body: {} })).body;
    expect(await check()).toEqual({ updatedCount: 0 });
    aheadMs = minuteMs + 5_000;
    await vi.waitFor(async () => expect((await one()).status).toBe(1), { timeout: 30_000, interval: 500 });
    expect(await check()).toEqual({ updatedCount: 0 });
    const { id } = await one();
    expect((await close(id)).body.status).toBe(2);
  });

  it('is listed in pages that are counted, by status, place and time (ALARMMGR-004, ALARMMGR-006)', async () => {
    for (let index = 0; index < 3; index += 1) {
      await alert();
      await close((await one()).id);
    }
    await alert();
    expect(await list({ limit: 2 })).toMatchObject({ page: 1, limit: 2, total: 4, totalPages: 2 });
    const last = await list({ limit: 3, page: 2 });
    expect(last.items.map(({ number }) => number)).toEqual([1]);
    expect(last.totalPages).toBe(2);
    expect(await list({ page: 9 })).toMatchObject({ items: [], total: 4, totalPages: 1, limit: 20 });
    expect((await list({ status: 2 })).total).toBe(3);
    expect((await list({ status: 0 })).items).toMatchObject([{ number: 4 }]);
    expect((await list({ locationId: core.edge.locationId })).total).toBe(4);
    expect((await list({ locationId: newId() })).total).toBe(0);
    expect((await list({ fromDate: Date.now() + minuteMs })).total).toBe(0);
    expect((await list({ toDate: Date.now() - minuteMs })).total).toBe(0);
    expect((await owner.call(managedAlarmsCalls.list, { query: { status: 3 } })).status).toBe(400);
  });

  it('is counted in figures (ALARMMGR-010)', async () => {
    await alert();
    aheadMs = 10_000;
    await close((await one()).id);
    await alert();
    const { body } = await owner.call(managedAlarmsCalls.stats, {});
    expect(body).toMatchObject({ active: 1, timeout: 0, closed: 1, openedLastDay: 2, timeoutMinutes: 1 });
    expect(body.medianCloseS).toBeGreaterThanOrEqual(9);
  });
});
