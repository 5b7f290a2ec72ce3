import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let port: string;
let depot: string;
let edgeId: string;
let gate: string;
let yard: string;
/** At the depot. */
let shed: string;

const makeSite = async (name: string, parentId: string | null): Promise<string> =>
  (await owner.call(locationsCalls.create, { body: { name, parentId, timeZone: 'UTC' } })).body.id;
const makeCamera = async (name: string, locationId = port): Promise<string> => {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  return (await owner.call(camerasCalls.create, { body: { name, edgeId, locationId, streams } })).body.id;
};

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  port = await makeSite('Port', null);
  depot = await makeSite('Depot', port);
  edgeId = (await owner.call(edgesCalls.create, { body: { name: 'Core', locationId: port } })).body.id;
  [gate, yard, shed] = [await makeCamera('Gate'), await makeCamera('Yard'), await makeCamera('Shed', depot)];
});

type Input = Parameters<typeof owner.call<typeof alertRulesCalls.create>>[1]['body'];
const points = (...pairs: [number, number][]) => pairs.map(([x, y]) => ({ x, y }));
const zone = () => ({ id: newId(), points: points([0.1, 0.1], [0.5, 0.1], [0.5, 0.5]) });
const input = (change: Partial<Input> = {}): Input => ({
  name: 'Night',
  condition: { kind: 'loitering', limitS: 20 },
  severity: 'warning',
  cameraIds: [gate],
  ...change,
});
const create = (change: Partial<Input> = {}, by = owner) => by.call(alertRulesCalls.create, { body: input(change) });
const made = async (change: Partial<Input> = {}): Promise<AlertRule> => {
  const { status, body } = await create(change);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
};
const get = (id: string, by = owner) => by.call(alertRulesCalls.get, { params: { id } });
const update = (id: string, change: Partial<Input> & { revision?: number }, by = owner) =>
  by.call(alertRulesCalls.update, { params: { id }, body: { ...input(change), revision: change.revision ?? 1 } });
const remove = (id: string, by = owner) => by.call(alertRulesCalls.remove, { params: { id } });
const snooze = (id: string, minutes: number, by = owner) =>
  by.call(alertRulesCalls.snooze, { params: { id }, body: { minutes } });
const copy = (id: string, cameraIds: string[], by = owner) =>
  by.call(alertRulesCalls.copy, { params: { id }, body: { cameraIds } });
const list = async (query: Record<string, string | number> = {}, by = owner) =>
  (await by.call(alertRulesCalls.list, { query })).body;
const namesOf = ({ items }: { items: readonly { name: string }[] }): string[] => items.map(({ name }) => name);
const person = (permissions: Permission[], at: { locationId?: string; cameraId?: string } = {}) =>
  server.person({ organizationId: owner.session.activeOrganizationId, permissions, ...at });
const inDatabase = (statement: ReturnType<typeof sql>) =>
  server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) => statement.execute(trx));
const makeSchedule = async (name = 'Office') =>
  (await owner.call(schedulesCalls.create, { body: { name, timeZone: 'UTC', hours: [] } })).body;
const forbidden = { status: 403, body: { code: 'forbidden', data: { permission: 'AlertEdit' } } };
const notFound = { status: 404, body: { code: 'not_found' } };

describe('who may', () => {
  it('see or change a rule: nobody of another organization, nor without the right at one of its cameras', async () => {
    const { id } = await made();
    const [stranger, elsewhere] = [
      await server.person(),
      await person(['AlertMonitoring', 'AlertEdit'], { cameraId: yard }),
    ];
    for (const by of [stranger, elsewhere]) {
      for (const answer of [
        await get(id, by),
        await update(id, { cameraIds: [yard] }, by),
        await remove(id, by),
        await snooze(id, 5, by),
        await copy(id, [yard], by),
        await by.call(alertRulesCalls.nearMisses, { params: { id } }),
      ])
        expect(answer).toMatchObject(notFound);
      expect(await list({}, by)).toMatchObject({ items: [], total: { value: 0 } });
    }
    expect(await create({}, elsewhere)).toMatchObject(notFound);
    expect(await get(newId())).toMatchObject(notFound);
  });

  it('read rules: whoever may edit them there, too, and nobody with neither right', async () => {
    const { id } = await made({ cameraIds: [gate] });
    const editor = await person(['AlertEdit'], { cameraId: gate });
    expect((await get(id, editor)).body).toMatchObject({ id, can: { edit: true } });
    expect(namesOf(await list({}, editor))).toEqual(['Night']);
    const elsewhere = await person(['AlertEdit'], { cameraId: yard });
    expect(await get(id, elsewhere)).toMatchObject(notFound);
    expect(await list({}, elsewhere)).toMatchObject({ items: [], total: { value: 0 } });
    const nobody = await person(['CameraView', 'PlaybackView', 'EventTags']);
    const refused = { status: 403, body: { code: 'forbidden', data: { permission: 'AlertMonitoring' } } };
    expect(await nobody.call(alertRulesCalls.list, { query: {} })).toMatchObject(refused);
    // The same of what is nowhere: nothing is learnt from it.
    for (const one of [id, newId()]) expect(await get(one, nobody)).toMatchObject(refused);
  });

  it('change a rule: only who may at all its cameras, also at those that are hidden', async () => {
    const { id } = await made({ cameraIds: [gate, shed] });
    const editor = await person(['AlertMonitoring', 'AlertEdit'], { locationId: depot });
    expect((await get(id, editor)).body).toMatchObject({
      cameraIds: [shed],
      hiddenTargetCount: 1,
      targets: [{ id: shed, name: 'Shed', locationId: depot, locationName: 'Depot' }],
      can: { edit: false },
    });
    expect(await update(id, { cameraIds: [shed] }, editor)).toMatchObject(forbidden);
    expect(await remove(id, editor)).toMatchObject(forbidden);
    expect(await snooze(id, 5, editor)).toMatchObject({
      status: 403,
      body: { code: 'forbidden', data: { permission: 'AlertMonitoring' } },
    });
    expect((await get(id)).body).toMatchObject({
      revision: 1,
      hiddenTargetCount: 0,
      snooze: null,
      can: { edit: true },
    });
  });

  it('give a rule a camera: only who may edit rules there', async () => {
    const watcher = await person(['CameraView', 'AlertMonitoring', 'AlertEdit'], { locationId: depot });
    const guard = await person(['CameraView', 'AlertMonitoring']);
    expect(await create({ cameraIds: [shed, gate] }, watcher)).toMatchObject(notFound);
    expect(await create({}, guard)).toMatchObject(forbidden);
    const own = (await create({ cameraIds: [shed] }, watcher)).body;
    expect(own).toMatchObject({ can: { edit: true } });
    expect(await update(own.id, { cameraIds: [shed, gate] }, watcher)).toMatchObject(notFound);
    expect(await copy(own.id, [gate], watcher)).toMatchObject(notFound);
    expect(await list({}, watcher)).toMatchObject({ items: [{ id: own.id, revision: 1 }], total: { value: 1 } });
    const stranger = await server.person();
    expect(await create({}, stranger)).toMatchObject(notFound);
    expect(await create({ cameraIds: [newId()] })).toMatchObject(notFound);
    expect(
      await create({ condition: { kind: 'coreStatus' }, cameraIds: [], edgeIds: [edgeId] }, stranger),
    ).toMatchObject(notFound);
  });

  it('make a rule for developers: to others there is no such kind', async () => {
    const condition = { kind: 'developer' as const, expression: 'class == "vehicle"' };
    await inDatabase(sql`update people set is_developer = false, is_dev_team = false, staff_roles = '{}'`);
    const member = await person(['CameraView', 'AlertMonitoring', 'AlertEdit']);
    const unknown = await create({ condition: { kind: 'telepathy' } as never }, member);
    const refused = await create({ condition }, member);
    expect(refused.status).toBe(unknown.status);
    expect({ ...refused.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    const developer = await person(['CameraView', 'AlertMonitoring', 'AlertEdit']);
    await inDatabase(sql`update people set is_developer = true where user_id = ${developer.userId}`);
    const rule = (await create({ condition }, developer)).body;
    expect(rule.condition).toEqual(condition);
    expect(await update(rule.id, { condition }, member)).toMatchObject({ body: { code: 'validation_failed' } });
    expect(await copy(rule.id, [yard], member)).toMatchObject({ body: { code: 'validation_failed' } });
    expect(await create({ condition: { ...condition, expression: 'class =' } }, developer)).toMatchObject({
      status: 400,
      body: { code: 'alert_rule_invalid', data: { faults: ['expression'] } },
    });
  });
});

describe('a rule is refused', () => {
  it.each([
    ['without a camera', () => ({ cameraIds: [] }), ['noCamera']],
    [
      'with a zone on several cameras',
      () => ({ condition: { kind: 'appearing', zones: [zone()] }, cameraIds: [gate, yard] }),
      ['manyCameras'],
    ],
    [
      'with a zone whose sides cross',
      () => ({
        condition: { kind: 'trespassing', zones: [{ id: newId(), points: points([0, 0], [1, 1], [1, 0], [0, 1]) }] },
      }),
      ['crossingEdges'],
    ],
    [
      'with a line of no length',
      () => ({ condition: { kind: 'lineCrossing', line: { id: newId(), points: points([0.5, 0.5], [0.5, 0.5]) } } }),
      ['shortLine'],
    ],
  ] as [string, () => Partial<Input>, string[]][])('%s', async (_what, change, faults) => {
    const refusal = { status: 400, body: { code: 'alert_rule_invalid', data: { faults } } };
    expect(await create(change())).toMatchObject(refusal);
    const { id } = await made();
    expect(await update(id, change())).toMatchObject(refusal);
    expect((await get(id)).body.revision).toBe(1);
  });

  it('with cores where it watches cameras, and the other way round', async () => {
    const refusal = (field: string) => ({
      status: 400,
      body: { code: 'validation_failed', data: { fields: [field] } },
    });
    expect(await create({ edgeIds: [edgeId] })).toMatchObject(refusal('edgeIds'));
    expect(await create({ condition: { kind: 'coreStatus' }, edgeIds: [edgeId] })).toMatchObject(refusal('cameraIds'));
    const same = zone();
    expect(await create({ condition: { kind: 'trespassing', zones: [same, same] } })).toMatchObject(
      refusal('condition.zones'),
    );
  });

  it('with a schedule or a person of another organization', async () => {
    const stranger = await server.person();
    const foreign = await stranger.call(schedulesCalls.create, {
      body: { name: 'Office', timeZone: 'UTC', hours: [] },
    });
    for (const scheduleId of [foreign.body.id, newId()])
      expect(await create({ scheduleId })).toMatchObject({ status: 400, body: { code: 'schedule_unknown' } });
    expect(await create({ notify: { userIds: [stranger.userId], channels: ['push'] } })).toMatchObject(notFound);
  });

  it('to whoever read an older one', async () => {
    const { id } = await made();
    expect((await update(id, { name: 'Day' })).body.revision).toBe(2);
    expect(await update(id, { name: 'Late' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', data: { revision: 2 } },
    });
    expect((await get(id)).body.name).toBe('Day');
  });

  it('beyond 200 of a camera and 5,000 of an organization', async () => {
    const { id } = await made();
    const addRules = (count: number, cameraId: string | null) =>
      inDatabase(sql`with copies as (
          insert into alert_rules (organization_id, id, name, condition, is_enabled, severity, cool_down_s, merge_s, pre_s, post_s, protect_days, notify)
          select organization_id, gen_random_uuid(), name, condition, is_enabled, severity, cool_down_s, merge_s, pre_s, post_s, protect_days, notify
          from alert_rules, generate_series(1, ${count}::integer) where id = ${id}::uuid returning organization_id, id)
        insert into alert_rule_targets (organization_id, rule_id, camera_id)
        select organization_id, id, ${cameraId}::uuid from copies where ${cameraId}::uuid is not null`);
    await addRules(198, gate);
    const both = await Promise.all([create(), create()]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const refused = { status: 409, body: { code: 'alert_rules_too_many', data: { limit: 200 } } };
    expect(both.find(({ status }) => status === 409)).toMatchObject(refused);
    expect(await copy(id, [yard, gate])).toMatchObject(refused);
    expect((await list({ cameraId: yard })).total.value).toBe(0);
    expect((await update(id, {})).status).toBe(200);
    const elsewhere = await made({ cameraIds: [yard] });
    expect(await update(elsewhere.id, { cameraIds: [yard, gate] })).toMatchObject(refused);
    await addRules(4798, null);
    expect(await copy(id, [yard, shed])).toMatchObject({
      status: 409,
      body: { code: 'alert_rules_too_many', data: { limit: 5000 } },
    });
    expect((await copy(id, [yard])).status).toBe(201);
    expect((await create({ cameraIds: [yard] })).status).toBe(409);
  });
});

describe('an event tag', () => {
  const tagOf = (name: string) => ({ name, videoLength: 10, fields: [] });

  it('has no other name while rules go by the one it has, and says which of them one may see', async () => {
    const { id } = (await owner.call(eventTagsCalls.create, { body: tagOf('Gate bell') })).body;
    const rule = await made({ name: 'At the bell', condition: { kind: 'eventTag', tag: 'gate BELL' } });
    const rename = (name: string, revision: number, by = owner) =>
      by.call(eventTagsCalls.update, { params: { id }, body: { ...tagOf(name), revision } });
    expect(await rename('Door bell', 1)).toMatchObject({
      status: 409,
      body: { code: 'event_tag_in_use', data: { users: ['At the bell'], count: 1 } },
    });
    const planner = await person(['EventTags']);
    expect((await rename('Door bell', 1, planner)).body).toMatchObject({
      code: 'event_tag_in_use',
      data: { users: [], count: 1 },
    });
    expect((await rename('Gate Bell', 1)).status).toBe(200);
    await remove(rule.id);
    expect((await rename('Door bell', 2)).status).toBe(200);
  });

  it('has the fields that rules ask about: no rule asks about others, or compares what a field never holds (ALERT-030)', async () => {
    const fields = [
      { name: 'badge', type: 'Text' as const },
      { name: 'people', type: 'Number' as const },
      { name: 'isForced', type: 'Boolean' as const },
    ];
    const tag = { ...tagOf('Turnstile'), fields };
    const { id, revision } = (await owner.call(eventTagsCalls.create, { body: tag })).body;
    const asking = (wanted: object, name = 'turnSTILE') =>
      create({ condition: { kind: 'eventTag', tag: name, fields: [wanted] } as Input['condition'] });
    const refused = (fault: string) => ({
      status: 400,
      body: { code: 'alert_rule_invalid', data: { faults: [fault] } },
    });
    expect(await asking({ field: 'card', compare: 'is', value: 'A' })).toMatchObject(refused('noField'));
    for (const never of [
      { field: 'badge', compare: 'is', value: 17 },
      { field: 'badge', compare: 'atLeast', value: 17 },
      { field: 'people', compare: 'contains', value: '1' },
      { field: 'isForced', compare: 'isNot', value: 'yes' },
    ])
      expect([never, await asking(never)]).toMatchObject([never, refused('fieldValue')]);
    expect((await asking({ field: 'card', compare: 'is', value: 'A' }, 'Elsewhere')).status).toBe(201);
    const rule = (await asking({ field: 'people', compare: 'atLeast', value: 2 })).body;
    const without = (kept: typeof fields) =>
      owner.call(eventTagsCalls.update, { params: { id }, body: { ...tag, fields: kept, revision } });
    expect(await without(fields.slice(0, 1))).toMatchObject({
      status: 409,
      body: { code: 'event_tag_in_use', data: { users: ['Night'], count: 1 } },
    });
    expect((await without(fields.slice(0, 2))).status).toBe(200);
    // What came to be wrong in another way can be turned off, and not on.
    await inDatabase(sql`update event_tags set fields = '[]' where id = ${id}`);
    const turn = (isEnabled: boolean, now: number) =>
      update(rule.id, { condition: rule.condition, isEnabled, revision: now });
    expect(await turn(true, 1)).toMatchObject(refused('noField'));
    expect(await turn(false, 1)).toMatchObject({ status: 200, body: { isEnabled: false } });
    expect(await turn(true, 2)).toMatchObject(refused('noField'));
  });

  it('without a letter that can be seen is none', async () => {
    const unseen: Input['condition'][] = [
      { kind: 'eventTag', tag: '\u200B' },
      { kind: 'container', numbers: ['\u200B'] },
    ];
    for (const condition of unseen)
      expect(await create({ condition })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});

describe('a schedule', () => {
  it('is not deleted while rules go by it, and says which of them one may see', async () => {
    const schedule = await makeSchedule();
    const mine = await made({ name: 'At the shed', cameraIds: [shed], scheduleId: schedule.id });
    const other = await made({ name: 'At the gate', scheduleId: schedule.id });
    const get1 = () => owner.call(schedulesCalls.get, { params: { id: schedule.id } });
    const removed = (by = owner) => by.call(schedulesCalls.remove, { params: { id: schedule.id } });
    expect((await get1()).body.usedBy).toBe(2);
    expect(await removed()).toMatchObject({
      status: 409,
      body: { code: 'schedule_in_use', data: { users: ['At the gate', 'At the shed'], count: 2 } },
    });
    const planner = await person(['EventTags']);
    expect((await removed(planner)).body).toMatchObject({ code: 'schedule_in_use', data: { users: [], count: 2 } });
    await update(mine.id, { cameraIds: [shed], scheduleId: null });
    await remove(other.id);
    expect((await removed()).status).toBe(200);
  });

  it('is named by its rules, which are outside of it while it is closed', async () => {
    const schedule = await makeSchedule();
    const rule = await made({ condition: { kind: 'loitering' }, scheduleId: schedule.id });
    expect(rule).toMatchObject({ scheduleId: schedule.id, scheduleName: 'Office' });
  });
});

describe('cameras that are deleted', () => {
  it('leave their rule, and the last one leaves it off, seen by those who saw it', async () => {
    const { id } = await made({ cameraIds: [gate, shed] });
    const watcher = await person(['AlertMonitoring'], { locationId: depot });
    const gone = (cameraId: string) => owner.call(camerasCalls.remove, { params: { id: cameraId } });
    await gone(shed);
    expect(await get(id, watcher)).toMatchObject(notFound);
    expect((await get(id)).body).toMatchObject({ isEnabled: true, cameraIds: [gate], hiddenTargetCount: 0 });
    await gone(gate);
    expect((await get(id)).body).toMatchObject({ isEnabled: false, cameraIds: [], targets: [], can: { edit: true } });
    expect((await get(id, watcher)).body).toMatchObject({ isEnabled: false, can: { edit: false } });
    expect(namesOf(await list({}, watcher))).toEqual(['Night']);
    expect((await update(id, { cameraIds: [yard] })).body).toMatchObject({ isEnabled: true, cameraIds: [yard] });
  });
});

it('copies a rule that names somebody who left, without them', async () => {
  const [left, member] = [await person(['AlertMonitoring']), await person(['AlertMonitoring'])];
  const { id } = await made({ notify: { userIds: [left.userId, member.userId], channels: ['push'] } });
  await inDatabase(sql`delete from memberships where user_id = ${left.userId}`);
  expect(await copy(id, [yard])).toMatchObject({
    status: 201,
    body: { items: [{ notify: { userIds: [member.userId] } }] },
  });
});

it('keeps who is told when nobody takes the alert, in their order, and refuses strangers and what is no step', async () => {
  const member = await person(['AlertMonitoring']);
  const stranger = await server.person();
  const told = (steps: { afterMinutes: number; userIds: string[] }[]) => ({
    userIds: [],
    channels: ['push' as const],
    steps,
  });
  const step = (afterMinutes: number, userIds = [member.userId]) => ({ afterMinutes, userIds });
  expect(await create({ notify: told([step(3, [stranger.userId])]) })).toMatchObject(notFound);
  for (const wrong of [step(0), step(1441), step(3, [])])
    expect((await create({ notify: told([wrong]) })).body).toMatchObject({ code: 'validation_failed' });
  const rule = await made({ notify: told([step(10), step(3)]) });
  expect(rule.notify).toEqual(told([step(3), step(10)]));
});

it('copies a rule to other cameras, one rule each, with all that it says', async () => {
  const member = await person(['AlertMonitoring']);
  const drawn = zone();
  const rule = await made({
    condition: { kind: 'trespassing', zones: [drawn], minStayS: 3 },
    isEnabled: false,
    severity: 'critical',
    coolDownS: 5,
    notify: { userIds: [member.userId, member.userId], channels: ['mail', 'mail'] },
  });
  expect(rule.notify).toEqual({ userIds: [member.userId], channels: ['mail'] });
  await snooze(rule.id, 10);
  const { items } = (await copy(rule.id, [yard, shed, yard])).body;
  expect(items.map(({ cameraIds }) => cameraIds)).toEqual([[yard], [shed]]);
  for (const each of items) {
    const { id: _id, targets: _targets, cameraIds: _cameras, updatedAtUtcMs: _at, ...same } = rule;
    expect(each).toMatchObject(same);
    expect(each.snooze).toBeNull();
  }
});

it('silences a rule for a time, says who did, and ends it', async () => {
  const { id } = await made();
  const guard = await person(['AlertMonitoring']);
  const before = Date.now();
  const { body } = await snooze(id, 15, guard);
  expect(body).toMatchObject({ revision: 1, snooze: { byUserId: guard.userId, byName: guard.session.user.name } });
  expect(body.snooze?.untilUtcMs).toBeGreaterThanOrEqual(before + 900_000);
  expect((await owner.call(alertRulesCalls.snooze, { params: { id }, body: { minutes: 1441 } })).body).toMatchObject({
    code: 'validation_failed',
  });
  expect((await snooze(id, 0)).body.snooze).toBeNull();
});

it('lists rules by their names, by what is in them, by kind, camera and site', async () => {
  await made({ name: 'Rule 10' });
  await made({ name: 'rule 9', cameraIds: [yard, shed] });
  await made({ name: 'Smoke', condition: { kind: 'fire' }, cameraIds: [shed] });
  await made({ name: 'Core', condition: { kind: 'coreStatus' }, cameraIds: [], edgeIds: [edgeId] });
  const first = await list({ limit: 3 });
  expect(namesOf(first)).toEqual(['Core', 'rule 9', 'Rule 10']);
  expect(first.total).toEqual({ value: 4, relation: 'exact' });
  expect(namesOf(await list({ limit: 3, cursor: first.nextCursor ?? '' }))).toEqual(['Smoke']);
  expect(namesOf(await list({ query: 'RULE' }))).toEqual(['rule 9', 'Rule 10']);
  expect(namesOf(await list({ kind: 'fire' }))).toEqual(['Smoke']);
  expect(namesOf(await list({ cameraId: shed }))).toEqual(['rule 9', 'Smoke']);
  expect(namesOf(await list({ locationId: depot }))).toEqual(['rule 9', 'Smoke']);
  expect(namesOf(await list({ locationId: port }))).toHaveLength(4);
  expect(namesOf(await list({}, await person(['AlertMonitoring'], { cameraId: gate })))).toEqual(['Rule 10']);
});

it('does not show people who left the organization among those who are told', async () => {
  const leaver = await person([]);
  const { id } = await made({ notify: { userIds: [leaver.userId], channels: ['push'] } });
  await inDatabase(sql`delete from memberships where user_id = ${leaver.userId}`);
  expect((await get(id)).body.notify.userIds).toEqual([]);
});
