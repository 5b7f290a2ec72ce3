import type { AlertDetail } from '@sightline/contracts/alerts/alert';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import type { DispatchAlarm } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { makeSite, setPhone, testAddress } from '../../../testing/dispatch/test-dispatch.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { InstalledDispatch } from './installed-dispatch.ts';

const minuteMs = 60_000;
let nowMs = Date.UTC(2026, 5, 10, 12);
let server: TestServer;
let owner: TestPerson;
let locationId: string;
let installed: InstalledDispatch | undefined;

beforeAll(async () => {
  // Nothing listens there: whatever is dispatched waits.
  server = await startTestServer({ clock: () => nowMs, env: { SIGHTLINE_NOONLIGHT_URL: 'http://127.0.0.1:9' } });
  server.platform.dispatchServices.use(async () => installed);
});
afterAll(() => server.stop());
beforeEach(async () => {
  nowMs = Date.UTC(2026, 5, 10, 12);
  installed = { token: 'token', quota: null };
  owner = await server.person();
  await setPhone(owner);
  locationId = await makeSite(owner);
});

const dispatch = async (input: Record<string, unknown> = {}): Promise<DispatchAlarm> => {
  const { status, body } = await call.create({ locationId, ...input });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const refusal = async (input: Record<string, unknown> = {}) => {
  const { status, body } = await call.create({ locationId, ...input });
  const { code, data } = body as unknown as { code: string; data: Record<string, unknown> };
  return { status, code, data };
};
const call = {
  active: (query: Record<string, unknown> = {}, by = owner) => by.call(dispatchAlarmsCalls.active, { query }),
  canceled: (query: Record<string, unknown> = {}, by = owner) => by.call(dispatchAlarmsCalls.canceled, { query }),
  history: (query: Record<string, unknown> = {}, by = owner) => by.call(dispatchAlarmsCalls.history, { query }),
  check: (at = locationId, by = owner) => by.call(dispatchAlarmsCalls.check, { params: { locationId: at } }),
  get: (id: string, by = owner) => by.call(dispatchAlarmsCalls.get, { params: { id } }),
  create: (body: { locationId: string } & Record<string, unknown>, by = owner) =>
    by.call(dispatchAlarmsCalls.create, { body }),
  cancel: (id: string, by = owner) => by.call(dispatchAlarmsCalls.cancel, { params: { id }, body: {} }),
  remove: (id: string, by = owner) => by.call(dispatchAlarmsCalls.remove, { params: { id } }),
};
/** A try may just be on its way, which comes to nothing here. */
const withdrawn = (id: string) =>
  vi.waitFor(
    async () =>
      expect((await call.get(id)).body).toMatchObject({ delivery: { state: 'withdrawn' }, cancellation: null }),
    { timeout: 15_000 },
  );
const everything = async (id: string, by: TestPerson) => [
  await call.get(id, by),
  await call.cancel(id, by),
  await call.remove(id, by),
  await call.check(locationId, by),
  await call.create({ locationId }, by),
];
const member = (granted: string[], at: { locationId?: string } = {}) =>
  server.person({ organizationId: owner.session.activeOrganizationId, permissions: granted, ...at });

describe('a dispatch alarm', () => {
  it('is refused to whoever is not signed in', async () => {
    const { id } = await dispatch();
    const answers = [
      await server.call(dispatchAlarmsCalls.active, { query: {} }),
      await server.call(dispatchAlarmsCalls.create, { body: { locationId } }),
      await server.call(dispatchAlarmsCalls.cancel, { params: { id }, body: {} }),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect((await call.get(id)).body.status).toBe(1);
  });

  it('is refused without the right to it, and is not there for others', async () => {
    const { id } = await dispatch();
    const forbidden = { status: 403, body: { data: { permission: 'AlarmManagementEdit' } } };
    const guard = await member(['AlertMonitoring', 'LocationView']);
    for (const answer of [...(await everything(id, guard)), await call.active({}, guard)])
      expect(answer).toMatchObject(forbidden);
    const elsewhere = await member(['AlarmManagementEdit'], { locationId: await makeSite(owner) });
    for (const by of [await server.person(), elsewhere]) {
      for (const answer of await everything(id, by))
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
      for (const list of [call.active, call.canceled, call.history])
        expect((await list({}, by)).body).toMatchObject({ items: [], total: { value: 0 } });
    }
    expect((await call.get(id)).body.status).toBe(1);
  });

  it('is seen, but not made, by whoever may only look at its location', async () => {
    const looker = await member(['LocationView', 'AlarmManagementEdit'], { locationId: await makeSite(owner) });
    await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
      trx
        .insertInto('grants')
        .values({
          organizationId: owner.session.activeOrganizationId ?? '',
          id: newId(),
          userId: looker.userId,
          permission: 'LocationView',
          entityKind: 'location',
          entityId: locationId,
        })
        .execute(),
    );
    expect(await call.create({ locationId }, looker)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it.each<[string, Record<string, unknown>]>([
    ['no location (ALARM-023)', {}],
    ['a location that is none', { locationId: 'gate' }],
    ['nobody to send', { services: [] }],
    ['somebody unknown to send', { services: ['army'] }],
    ['a uniform that is none', { uniformId: 7 }],
  ])('is refused with %s', async (_what, change) => {
    const body = { ...(Object.keys(change).length > 0 ? { locationId } : {}), ...change };
    const answer = await owner.call(dispatchAlarmsCalls.create, { body: body as { locationId: string } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('is refused for a location, camera or alert that is not there', async () => {
    expect(await call.create({ locationId: newId() })).toMatchObject({ status: 404 });
    expect(await refusal({ cameraId: newId() })).toMatchObject({ code: 'not_found' });
    expect(await refusal({ alertId: newId() })).toMatchObject({ code: 'not_found' });
  });

  it('is about a camera and an alert of its location alone', async () => {
    const core = await makeAlertingCore(server, owner);
    const { cameraId } = core;
    const alertId = newId();
    await core.send(core.change({ ruleId: await core.rule(), alertId, atUtcMs: nowMs }));
    for (const [field, value] of [
      ['cameraId', cameraId],
      ['alertId', alertId],
    ] as const)
      expect(await refusal({ [field]: value })).toMatchObject({ code: 'validation_failed', data: { fields: [field] } });
    const at = core.edge.locationId;
    await owner.call(locationsCalls.update, { params: { id: at }, body: testAddress });
    const blind = await member(['AlarmManagementEdit']);
    await setPhone(blind);
    for (const about of [{ cameraId }, { alertId }])
      expect(await call.create({ locationId: at, ...about }, blind)).toMatchObject({ status: 404 });
    expect(await dispatch({ locationId: at, cameraId, alertId })).toMatchObject({ cameraId, alertId });
  });

  it('is a deed of whoever has the alert: they keep it for longer, and its history says who sent help', async () => {
    const core = await makeAlertingCore(server, owner);
    const [id, left] = [newId(), newId()];
    const ruleId = await core.rule();
    await core.send(...[id, left].map((alertId) => core.change({ ruleId, alertId, atUtcMs: nowMs })));
    const read = async (alertId: string) =>
      (await owner.call(alertsCalls.get, { params: { id: alertId } })).body as unknown as AlertDetail;
    const at = core.edge.locationId;
    await owner.call(locationsCalls.update, { params: { id: at }, body: testAddress });
    for (const alertId of [id, left])
      await owner.call(alertsCalls.take, { params: { id: alertId }, body: { revision: 1 } });
    const before = (await read(id)).takeLapsesAtUtcMs ?? 0;
    nowMs += minuteMs;
    const { number } = await dispatch({ locationId: at, alertId: id });
    expect(await read(id)).toMatchObject({ handling: 'taken', takeLapsesAtUtcMs: before + minuteMs });
    expect(await read(left)).toMatchObject({ handling: 'taken', takeLapsesAtUtcMs: before });
    const { items } = (
      await owner.call(auditCalls.findByFilter, { query: {}, body: { start: 0, end: 4_000_000_000_000 } })
    ).body;
    expect(items.filter(({ method }) => method === 'alert.dispatch')).toMatchObject([
      { entityId: id, data: { number } },
    ]);
  });

  it('is refused without a monitoring service (ALARM-045)', async () => {
    installed = undefined;
    expect(await refusal()).toMatchObject({ status: 409, code: 'dispatch_not_installed' });
    expect((await call.history()).body.items).toEqual([]);
  });

  it('is refused when the quota of the month is used up, also by what was canceled and deleted', async () => {
    installed = { token: 'token', quota: 1 };
    const { id } = await dispatch();
    await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
      trx
        .updateTable('dispatchAlarms')
        .set({ delivery: 'accepted', serviceAlarmId: 'one' })
        .where('id', '=', id)
        .execute(),
    );
    await call.cancel(id);
    await call.remove(id);
    expect(await refusal()).toEqual({ status: 409, code: 'dispatch_quota_used', data: { quota: 1 } });
    nowMs = Date.UTC(2026, 6, 1);
    owner = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['AlarmManagementEdit'],
    });
    await setPhone(owner);
    expect((await dispatch()).status).toBe(1);
  });

  it('counts against no quota when it was withdrawn before it was sent', async () => {
    installed = { token: 'token', quota: 1 };
    const { id } = await dispatch();
    await call.cancel(id);
    await withdrawn(id);
    expect((await dispatch()).number).toBe(2);
  });

  it('is refused where nobody can be sent, and when nobody can be called back', async () => {
    const nowhere = await makeSite(owner, {});
    expect(await refusal({ locationId: nowhere })).toEqual({
      status: 409,
      code: 'dispatch_incomplete',
      data: { missing: ['address'] },
    });
    await setPhone(owner, null);
    expect((await refusal({ locationId: nowhere })).data).toEqual({ missing: ['address', 'phone'] });
    expect((await call.history()).body.items).toEqual([]);
  });

  it('is refused while the location has one, to one of two who dispatch at once', async () => {
    const answers = await Promise.all([call.create({ locationId }), call.create({ locationId })]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await refusal()).toMatchObject({ code: 'dispatch_active', data: { number: 1 } });
    expect((await call.active()).body.total.value).toBe(1);
  });

  it('is made of a location alone, and tells truly that nobody has it yet (ALARM-020, ALARM-021, ALARM-022, ALARM-029, ALARM-042, ALARM-043)', async () => {
    const made = await dispatch();
    const { delivery: _, ...rest } = made;
    expect((await call.get(made.id)).body).toMatchObject(rest);
    expect(made).toMatchObject({
      number: 1,
      locationId,
      uniformId: null,
      services: ['police'],
      timeZone: 'America/Chicago',
      dispatchTime: nowMs,
      dispatchBy: { userId: owner.userId },
      cancelTime: null,
      cancelBy: null,
      status: 1,
      lifecycle: 'created',
      delivery: { state: 'pending', cause: null, mayHaveArrived: false, tries: 0, serviceAlarmId: null },
      cancellation: null,
    });
  });

  it('keeps the uniform that responders look for, and whom to send', async () => {
    const uniformId = newId();
    expect(await dispatch({ uniformId, services: ['fire', 'medical'] })).toMatchObject({
      uniformId,
      services: ['fire', 'medical'],
    });
  });

  it('is active until somebody cancels it, once (ALARM-024, ALARM-026, ALARM-027, ALARM-030, ALARM-031)', async () => {
    expect((await call.check()).body).toEqual({ isActive: false, alarm: null });
    const { id } = await dispatch();
    expect((await call.check()).body).toMatchObject({ isActive: true, alarm: { id } });
    expect((await call.active()).body.items).toMatchObject([{ id }]);
    expect((await call.canceled()).body.items).toEqual([]);
    nowMs += minuteMs;
    expect(await call.cancel(id)).toMatchObject({
      status: 200,
      body: { status: 0, lifecycle: 'canceled', cancelTime: nowMs, cancelBy: { userId: owner.userId } },
    });
    expect(await call.cancel(id)).toMatchObject({ status: 409, body: { code: 'dispatch_canceled' } });
    expect((await call.check()).body.isActive).toBe(false);
    expect((await call.active()).body.items).toEqual([]);
    expect((await call.canceled()).body.items).toMatchObject([{ id, status: 0 }]);
  });

  it('is withdrawn when it was not sent yet', async () => {
    const { id } = await dispatch();
    expect((await call.cancel(id)).status).toBe(200);
    await withdrawn(id);
  });

  it('is deleted once it is canceled, and gone (ALARM-032, ALARM-033)', async () => {
    const { id } = await dispatch();
    expect(await call.remove(id)).toMatchObject({ status: 409, body: { code: 'dispatch_active' } });
    await call.cancel(id);
    expect((await call.remove(id)).status).toBe(200);
    expect((await call.get(id)).status).toBe(404);
    expect((await call.history()).body.items).toEqual([]);
  });

  it('stands in the history by place and time, in pages (ALARM-028)', async () => {
    const part = await makeSite(owner, {}, locationId);
    const other = await makeSite(owner);
    const ids: string[] = [];
    for (const at of [locationId, part, other]) {
      ids.unshift((await dispatch({ locationId: at })).id);
      nowMs += minuteMs;
    }
    await call.cancel(ids[1]!);
    const idsOf = async (query: Record<string, unknown>) => (await call.history(query)).body.items.map(({ id }) => id);
    expect(await idsOf({})).toEqual(ids);
    expect(await idsOf({ locationId })).toEqual(ids.slice(1));
    expect(await idsOf({ fromDate: nowMs - minuteMs })).toEqual(ids.slice(0, 1));
    expect(await idsOf({ toDate: nowMs - 3 * minuteMs })).toEqual(ids.slice(2));
    const first = (await call.history({ limit: 2 })).body;
    expect(first.total).toEqual({ value: 3, relation: 'exact' });
    expect(await idsOf({ limit: 2, cursor: first.nextCursor })).toEqual(ids.slice(2));
    const cursor = Buffer.from(JSON.stringify(['x', newId()])).toString('base64url');
    expect((await call.history({ cursor })).body).toMatchObject({ code: 'validation_failed' });
  });
});
