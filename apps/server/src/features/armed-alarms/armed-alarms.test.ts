import type { ArmedAlarm, armedAlarmInput } from '@sightline/contracts/armed-alarms/armed-alarm';
import { armedAlarmsCalls } from '@sightline/contracts/armed-alarms/armed-alarms.api';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { makeTestEdge } from '../../../testing/link/test-edge.ts';
import { PlayedCore } from '../../../testing/sync-operations/test-core.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

const minuteMs = 60_000;
const soon = { timeout: 30_000 };
/** Monday, 2026-06-01, 12:00 in Berlin: two minutes before the schedule arms. */
let nowUtcMs = Date.UTC(2026, 5, 1, 10);
const nights = {
  timeZone: 'Europe/Berlin',
  hours: [1, 2].map((day) => ({ day, fromMinute: 722, toMinute: 1440 })),
};

let server: TestServer;
let owner: TestPerson;
let core: PlayedCore;
let gate: string;
let ruleId: string;

beforeAll(async () => {
  server = await startTestServer({ clock: () => nowUtcMs });
});
afterAll(() => server.stop());
beforeEach(async () => {
  nowUtcMs = Date.UTC(2026, 5, 1, 10);
  owner = await server.person();
  core = new PlayedCore(await makeTestEdge(server, owner));
  gate = await makeCamera();
  ruleId = await makeRule([gate]);
});

const makeCamera = async ({ edge: { edgeId, locationId } }: PlayedCore = core): Promise<string> => {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  return (await owner.call(camerasCalls.create, { body: { name: 'Gate', edgeId, locationId, streams } })).body.id;
};
const makeRule = async (cameraIds: string[], kind = 'loitering'): Promise<string> => {
  const body = { name: 'Fence', condition: { kind } as { kind: 'loitering' }, severity: 'warning' as const, cameraIds };
  const { status, body: rule } = await owner.call(alertRulesCalls.create, { body });
  expect(status).toBe(201);
  return rule.id;
};
type Input = z.input<typeof armedAlarmInput>;
const input = (change: Partial<Input> = {}): Input => ({ name: 'Night', alertIds: [ruleId], exitDelayS: 0, ...change });
const create = (change: Partial<Input> = {}, by = owner) => by.call(armedAlarmsCalls.create, { body: input(change) });
const made = async (change: Partial<Input> = {}): Promise<ArmedAlarm> => (await create(change)).body;
const update = ({ id, revision }: ArmedAlarm, change: Partial<Input>, by = owner) =>
  by.call(armedAlarmsCalls.update, { params: { id }, body: { ...input(change), revision } });
const get = (id: string, by = owner) => by.call(armedAlarmsCalls.get, { params: { id } });
const arm = (id: string, state: 'armed' | 'disarmed', by = owner) =>
  by.call(armedAlarmsCalls.arm, { params: { id }, body: { state } });
const remove = (id: string, by = owner) => by.call(armedAlarmsCalls.remove, { params: { id } });
const list = async (query: Record<string, unknown> = {}, by = owner) =>
  (await by.call(armedAlarmsCalls.list, { query })).body;
const everything = async (alarm: ArmedAlarm, by: TestPerson) => [
  await get(alarm.id, by),
  await update(alarm, {}, by),
  await arm(alarm.id, 'armed', by),
  await remove(alarm.id, by),
];
const member = (permissions: Parameters<TestServer['person']>[0]) =>
  server.person({ organizationId: owner.session.activeOrganizationId, ...permissions });
const makeSchedule = async () =>
  (await owner.call(schedulesCalls.create, { body: { name: `Nights ${newId()}`, ...nights } })).body;

describe('a change of an alarm and one of its schedule at the same time', () => {
  it('wait for each other in one order, and neither is refused for the other', async () => {
    const schedule = await makeSchedule();
    const alarm = await made({ scheduleId: schedule.id });
    const { database } = server.platform;
    const organizationId = owner.session.activeOrganizationId ?? '';
    const waiting = async (): Promise<number> => {
      const { rows } = await sql`select from pg_locks l
        where not l.granted and l.pid in (select pid from pg_stat_activity where datname = current_database())`.execute(
        database.global,
      );
      return rows.length;
    };
    // As somebody who saves the schedule: it first, then the alarms that use it.
    const updating = await database.withOrganization(organizationId, async (trx) => {
      await sql`select from schedules where organization_id = ${organizationId} and id = ${schedule.id} for update`.execute(
        trx,
      );
      const answer = update(alarm, { name: 'Late night', scheduleId: schedule.id });
      await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), soon);
      await sql`select from armed_alarms where organization_id = ${organizationId} and id = ${alarm.id} for update nowait`.execute(
        trx,
      );
      // In an array: the transaction does not wait for it.
      return [answer];
    });
    expect(await updating[0]).toMatchObject({ status: 200, body: { name: 'Late night' } });
    const save = (revision: number) =>
      owner.call(schedulesCalls.update, {
        params: { id: schedule.id },
        body: { name: schedule.name, ...nights, revision },
      });
    let current = (await get(alarm.id)).body;
    for (let revision = 1; revision <= 8; revision += 1) {
      const [saved, changed] = await Promise.all([save(revision), update(current, { scheduleId: schedule.id })]);
      expect([saved.status, changed.status]).toEqual([200, 200]);
      current = changed.body;
    }
  });
});

describe('an armed alarm', () => {
  it('is refused without the right to it', async () => {
    const alarm = await made();
    const other = await member({ permissions: ['AlertEdit', 'AlertMonitoring'] });
    for (const answer of [...(await everything(alarm, other)), await create({ name: 'Other' }, other)])
      expect(answer).toMatchObject({ status: 403, body: { data: { permission: 'AlarmManagementEdit' } } });
  });

  it('of another organization is not there, nor are its rules', async () => {
    const alarm = await made();
    const stranger = await server.person();
    for (const answer of await everything(alarm, stranger))
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await create({}, stranger)).toMatchObject({ status: 404, body: { data: { fields: ['alertIds'] } } });
    expect((await list({}, stranger)).items).toEqual([]);
  });

  it('is seen by who may arm at one of the places of its rules, and armed by who may at all', async () => {
    const far = new PlayedCore(await makeTestEdge(server, owner));
    const alarm = await made({ alertIds: [ruleId, await makeRule([await makeCamera(far)])] });
    const guard = await member({ permissions: ['AlarmManagementEdit'], locationId: core.edge.locationId });
    expect((await get(alarm.id, guard)).body).toMatchObject({
      alertIds: [ruleId],
      hiddenRuleCount: 1,
      locations: [{ id: core.edge.locationId }],
      can: { edit: false, arm: false },
    });
    expect((await arm(alarm.id, 'armed', guard)).status).toBe(403);
    expect((await update(alarm, { alertIds: [] }, guard)).status).toBe(403);
    expect((await create({ name: 'Whole', alertIds: [] }, guard)).status).toBe(403);
    const own = await create({ name: 'Own' }, guard);
    expect(own).toMatchObject({ status: 201, body: { can: { edit: true, arm: true } } });
    expect(await arm(own.body.id, 'armed', guard)).toMatchObject({ status: 200, body: { calculatedState: 'armed' } });
  });

  it.each<[string, Partial<Input>, [number, string]]>([
    ['a name that is taken', { name: ' night ' }, [409, 'name_taken']],
    ['a schedule that is not there', { name: 'x', scheduleId: newId() }, [400, 'schedule_unknown']],
    [
      'a schedule of telling that is not there',
      { name: 'x', notification: { scheduleId: newId() } },
      [400, 'schedule_unknown'],
    ],
    ['a rule that is not there', { name: 'x', alertIds: [newId()] }, [404, 'not_found']],
    ['no minutes', { name: 'x', reArmMin: 0 }, [400, 'validation_failed']],
    ['a time to leave of an hour', { name: 'x', exitDelayS: 3600 }, [400, 'validation_failed']],
  ])('is refused with %s', async (_what, change, [status, code]) => {
    await made();
    expect(await create(change)).toMatchObject({ status, body: { code } });
  });

  it('has all that was said, and whether it is armed (ALARMDEF-001)', async () => {
    const schedule = await makeSchedule();
    const said = {
      name: 'Warehouse',
      description: 'After the last truck',
      reArmMin: 30,
      disArmMin: 90,
      exitDelayS: 45,
      scheduleId: schedule.id,
      notification: { scheduleId: schedule.id },
      alertIds: [ruleId],
    };
    const { id } = (await create(said)).body;
    expect((await get(id)).body).toMatchObject({
      id,
      ...said,
      state: 'disarmed',
      stateUpdatedAt: nowUtcMs,
      calculatedState: 'disarmed',
      changesAtUtcMs: nowUtcMs + 2 * minuteMs,
      updatedAt: nowUtcMs,
      rules: [{ id: ruleId, name: 'Fence', ignoresArming: false }],
    });
    nowUtcMs += 2 * minuteMs;
    expect((await get(id)).body).toMatchObject({ state: 'disarmed', calculatedState: 'armed' });
  });

  it('is listed in pages of 20 by status, place and time (ALARMDEF-002, ALARMDEF-003)', async () => {
    const elsewhere = await owner.call(armedAlarmsCalls.list, { query: { locationId: newId() } });
    expect(elsewhere.body.items).toEqual([]);
    for (let index = 0; index < 21; index += 1)
      await made({ name: `Alarm ${String(index).padStart(2, '0')}`, alertIds: index < 19 ? [] : [ruleId] });
    const first = await list();
    expect(first.items).toHaveLength(20);
    expect(first.total).toEqual({ value: 21, relation: 'exact' });
    const second = await list({ cursor: first.nextCursor });
    expect(second.items.map(({ name }) => name)).toEqual(['Alarm 20']);
    expect(second.nextCursor).toBeNull();

    nowUtcMs += minuteMs;
    await arm(second.items[0]!.id, 'armed');
    const namesOf = async (query: Record<string, unknown>) => (await list(query)).items.map(({ name }) => name);
    expect(await namesOf({ status: 'armed' })).toEqual(['Alarm 20']);
    expect(await namesOf({ status: 'disarmed', query: 'alarm 2' })).toEqual([]);
    expect(await namesOf({ fromDate: nowUtcMs })).toEqual(['Alarm 20']);
    expect((await list({ toDate: nowUtcMs - 1 })).total.value).toBe(20);
    expect((await list({ locationId: core.edge.locationId })).total.value).toBe(2);
  });

  it('disarmed by hand is armed again after its minutes (ALARMDEF-004)', async () => {
    const { id } = await made({ reArmMin: 1 });
    expect((await arm(id, 'armed')).body).toMatchObject({ state: 'armed', calculatedState: 'armed' });
    expect((await arm(id, 'disarmed')).body).toMatchObject({
      state: 'disarmed',
      calculatedState: 'disarmed',
      changesAtUtcMs: nowUtcMs + minuteMs,
      stateUpdatedAt: nowUtcMs,
    });
    nowUtcMs += minuteMs;
    expect((await get(id)).body).toMatchObject({ state: 'disarmed', calculatedState: 'armed', changesAtUtcMs: null });
  });

  it('waits with arming until people have left, and that opens no gap in one that is armed (ALARMDEF-004)', async () => {
    const { id } = await made({ exitDelayS: 60 });
    const leaving = (await arm(id, 'armed')).body;
    expect(leaving).toMatchObject({ calculatedState: 'disarmed', changesAtUtcMs: nowUtcMs + minuteMs });
    nowUtcMs += minuteMs;
    expect((await get(id)).body.calculatedState).toBe('armed');
    expect((await arm(id, 'armed')).body).toMatchObject({ calculatedState: 'armed', changesAtUtcMs: null });
  });

  it('that was disarmed by hand follows the hours that its schedule gets afterwards (ALARMDEF-004, DB-SCHED-003)', async () => {
    const always = Array.from({ length: 7 }, (_, day) => ({ day, fromMinute: 0, toMinute: 1440 }));
    const body = { name: `Always ${newId()}`, timeZone: nights.timeZone, hours: always };
    const schedule = (await owner.call(schedulesCalls.create, { body })).body;
    const { id } = await made({ scheduleId: schedule.id });
    const timed = await made({ name: 'Timed', scheduleId: schedule.id, reArmMin: 5 });
    expect((await get(id)).body.calculatedState).toBe('armed');
    expect((await arm(id, 'disarmed')).body).toMatchObject({ calculatedState: 'disarmed', changesAtUtcMs: null });
    await arm(timed.id, 'disarmed');
    const { revision } = schedule;
    await owner.call(schedulesCalls.update, { params: { id: schedule.id }, body: { ...body, ...nights, revision } });
    expect((await get(id)).body).toMatchObject({
      calculatedState: 'disarmed',
      changesAtUtcMs: nowUtcMs + 2 * minuteMs,
      stateUpdatedAt: nowUtcMs,
    });
    expect((await get(timed.id)).body.changesAtUtcMs).toBe(nowUtcMs + 5 * minuteMs);
    nowUtcMs += 2 * minuteMs;
    expect((await get(id)).body).toMatchObject({ state: 'disarmed', calculatedState: 'armed' });
  });

  it('is changed by one of two who began alike', async () => {
    const alarm = await made();
    expect((await update(alarm, { description: 'first' })).status).toBe(200);
    expect(await update(alarm, { description: 'second' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await arm(alarm.id, 'armed');
    expect((await get(alarm.id)).body).toMatchObject({ description: 'first', revision: 2 });
  });

  it('keeps its schedule from being removed, and says so', async () => {
    const schedule = await makeSchedule();
    await made({ notification: { scheduleId: schedule.id } });
    const answer = await owner.call(schedulesCalls.remove, { params: { id: schedule.id } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'schedule_in_use', data: { users: ['Night'] } } });
    expect((await owner.call(schedulesCalls.get, { params: { id: schedule.id } })).body.usedBy).toBe(1);
  });

  it('tells open screens, and leaves its rules when it goes', async () => {
    const listener = await listenWith(server.url, owner.session.accessToken);
    const heard = (times: number) =>
      vi.waitFor(
        () => expect(listener.kinds().filter((kind) => kind === 'armed-alarms.changed')).toHaveLength(times),
        soon,
      );
    const { id } = await made();
    await heard(1);
    await arm(id, 'armed');
    await heard(2);
    expect((await remove(id)).status).toBe(200);
    expect((await get(id)).status).toBe(404);
    expect((await owner.call(alertRulesCalls.get, { params: { id: ruleId } })).body.name).toBe('Fence');
  });
});

describe('rules of an alarm', () => {
  const stateOf = async () =>
    (await owner.call(alertRulesCalls.get, { params: { id: ruleId } })).body.targets.map(({ state }) => state);
  const held = () => core.live('alertRule').map(({ content }) => content);

  it('are told to their cores with when they are armed, and say that they are not', async () => {
    core.edge.capabilities = ['rtsp', 'motion', 'detect:coco@1', 'rules'];
    await core.link(Object.keys(syncedKinds));
    await vi.waitFor(() => expect(held()).toMatchObject([{ arming: [] }]), soon);
    const schedule = await makeSchedule();
    const alarm = await made({ scheduleId: schedule.id });
    const { timeZone, hours } = nights;
    await vi.waitFor(
      () =>
        expect(held()).toMatchObject([
          { arming: [{ state: 'disarmed', untilUtcMs: nowUtcMs, schedule: { timeZone, hours } }] },
        ]),
      soon,
    );
    await vi.waitFor(async () => expect(await stateOf()).toEqual(['disarmed']), soon);
    await arm(alarm.id, 'armed');
    const untilUtcMs = nowUtcMs + 2 * minuteMs;
    await vi.waitFor(
      () => expect(held()).toMatchObject([{ arming: [{ state: 'armed', fromUtcMs: nowUtcMs, untilUtcMs }] }]),
      soon,
    );
    await vi.waitFor(async () => expect(await stateOf()).toEqual(['armed']), soon);
    const { revision } = schedule;
    const body = { name: 'Nights', timeZone, hours: [{ day: 3, fromMinute: 0, toMinute: 60 }], revision };
    await owner.call(schedulesCalls.update, { params: { id: schedule.id }, body });
    await vi.waitFor(() => expect(held()).toMatchObject([{ arming: [{ schedule: { hours: body.hours } }] }]), soon);
    await remove(alarm.id);
    await vi.waitFor(() => expect(held()).toMatchObject([{ arming: [] }]), soon);
  });

  it('are not deleted before it lets go of them; it is named to who sees it, and counted to everybody else (ALARMDEF-001)', async () => {
    const other = await makeRule([gate]);
    const [night, whole] = [
      await made({ alertIds: [ruleId, other] }),
      await made({ name: 'Whole', alertIds: [ruleId] }),
    ];
    const delRule = (id: string, by = owner) => by.call(alertRulesCalls.remove, { params: { id } });
    const refused = (alarms: ArmedAlarm[]) => ({
      status: 409,
      body: { code: 'alert_rule_in_use', data: { count: 2, alarms: alarms.map(({ id, name }) => ({ id, name })) } },
    });
    expect(await delRule(ruleId)).toMatchObject(refused([night, whole]));
    const editor = await member({ permissions: ['AlertEdit'] });
    expect((await delRule(ruleId, editor)).body.data).toEqual({ count: 2, alarms: [] });
    const near = new PlayedCore(await makeTestEdge(server, owner));
    const armer = await member({
      permissions: ['AlertEdit', 'AlarmManagementEdit'],
      locationId: core.edge.locationId,
    });
    await update(whole, { name: 'Whole', alertIds: [ruleId, await makeRule([await makeCamera(near)])] });
    expect(await delRule(ruleId, armer)).toMatchObject(refused([night, whole]));
    expect((await get(night.id)).body.alertIds.toSorted()).toEqual([ruleId, other].toSorted());
    expect((await owner.call(alertRulesCalls.get, { params: { id: ruleId } })).status).toBe(200);
    await update(night, { alertIds: [other] });
    await remove(whole.id);
    expect((await delRule(ruleId)).status).toBe(200);
  });

  it('of kinds that nobody disarms are armed at any time', async () => {
    const fire = await makeRule([gate], 'fire');
    core.edge.capabilities = ['rtsp', 'motion', 'rules', 'fireSmoke:tiny@1'];
    await core.link(Object.keys(syncedKinds));
    const { rules } = await made({ alertIds: [fire] });
    expect(rules).toMatchObject([{ id: fire, ignoresArming: true }]);
    await vi.waitFor(
      () => expect(core.live('alertRule').find(({ id }) => id === fire)?.content).toMatchObject({ arming: [] }),
      soon,
    );
  });
});
