import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { armedAlarmsCalls } from '@sightline/contracts/armed-alarms/armed-alarms.api';
import { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import { managedAlarmsCalls } from '@sightline/contracts/managed-alarms/managed-alarms.api';
import { AppError } from '@sightline/contracts/shared/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { testReport } from '../../../testing/events/test-reports.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { Hooks } from '../../platform/features/hooks.ts';
import { newId } from '../../platform/ids/ids.ts';
import { createEventTagsService } from './event-tags.service.ts';

let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
});

const post = (change: object = {}, person = owner) =>
  person.call(eventTagsCalls.post, { body: { id: newId(), tag: 'Gate opened', cameraId: core.cameraId, ...change } });
const alerts = async () => (await owner.call(alertsCalls.logs, { query: {} })).body.items;
async function addRule(condition: object, more: object = {}): Promise<string> {
  const body = { name: 'Watch', severity: 'info', cameraIds: [core.cameraId], condition, ...more } as never;
  const answer = await owner.call(alertRulesCalls.create, { body });
  expect(answer.status).toBe(201);
  return answer.body.id;
}
const gate = (...fields: object[]) => ({ kind: 'eventTag', tag: 'gate opened', fields });

it('is refused to who may not post or see the camera, and for a camera of others', async () => {
  const organizationId = owner.session.activeOrganizationId;
  const without = await server.person({ organizationId, permissions: ['CameraView', 'AlertEdit'] });
  const blind = await server.person({ organizationId, permissions: ['EventTags'] });
  const [one, other] = [await post({}, without), await post({}, blind)];
  expect([one.status, other.status]).toEqual([403, 404]);
  expect((await post({}, await server.person())).status).toBe(404);
  expect((await post({ cameraId: newId() })).status).toBe(404);
});

it.each([
  ['a name of a field that is none', { fields: { 'is open': true } }],
  ['more than 20 fields', { fields: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, at])) }],
  ['a text that is too long', { fields: { note: 'x'.repeat(201) } }],
  ['something in a field that is no value', { fields: { nested: { a: 1 } } }],
  ['no tag', { tag: ' ' }],
  ['an id that is none', { id: 'one' }],
  ['a time that is further off than a day', { atUtcMs: Date.now() - 86_500_000 }],
])('refuses %s', async (_what, change) => {
  expect(await post(change)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
});

it('alerts nobody while the alarm of its rule is disarmed, and opens an active alarm once it is armed', async () => {
  const ruleId = await addRule(gate());
  const body = { name: 'Gates', alertIds: [ruleId], exitDelayS: 0 };
  const { id } = (await owner.call(armedAlarmsCalls.create, { body })).body;
  await post();
  expect(await alerts()).toEqual([]);
  await owner.call(armedAlarmsCalls.arm, { params: { id }, body: { state: 'armed' } });
  await post();
  expect(await alerts()).toMatchObject([{ ruleId }]);
  const { items } = (await owner.call(managedAlarmsCalls.list, { query: {} })).body;
  expect(items).toMatchObject([{ armedAlarmId: id, alertCount: 1 }]);
});

it('is kept once, however often it is posted, and not changed by another one of its id', async () => {
  await addRule(gate());
  const id = newId();
  const answers = await Promise.all([1, 2, 3].map(() => post({ id })));
  expect(answers.filter(({ body }) => body.isNew)).toHaveLength(1);
  expect(answers.every(({ status }) => status < 300)).toBe(true);
  expect(await post({ id, fields: { other: 1 } })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await alerts()).toMatchObject([{ count: 1 }]);
});

it('takes no more than so many of one organization in a minute', async () => {
  let nowMs = 1e12;
  const service = createEventTagsService({ ...server.platform, clock: () => nowMs, hooks: new Hooks() });
  const codeOf = (organizationId: string) =>
    service
      .post({ organizationId } as MemberActor, { id: newId(), tag: 'x', cameraId: newId(), atUtcMs: 0, fields: {} })
      .catch((error: unknown) => (error instanceof AppError ? error.code : 'other'));
  const codes = await Promise.all(Array.from({ length: 1_201 }, () => codeOf('one')));
  expect([codes[1_199], codes[1_200], await codeOf('two')]).toEqual([
    'validation_failed',
    'rate_limited',
    'validation_failed',
  ]);
  nowMs += 61_000;
  expect(await codeOf('one')).toBe('validation_failed');
});

it('ALERT-030: opens an alert with the fields that met the rule, and counts what follows into it', async () => {
  const ruleId = await addRule(gate({ field: 'people', compare: 'atLeast', value: 2 }));
  await addRule(gate({ field: 'people', compare: 'atLeast', value: 9 }));
  await addRule(gate(), { isEnabled: false });
  await post({ tag: 'Bell', fields: { people: 5 } });
  await post({ fields: { people: 1 } });
  expect(await alerts()).toEqual([]);
  for (const people of [2, 3, 4]) expect((await post({ fields: { people } })).body.isNew).toBe(true);
  expect(await alerts()).toMatchObject([
    {
      ruleId,
      phase: 'updated',
      cameraId: core.cameraId,
      count: 3,
      isLate: false,
      why: [
        { what: 'tag', value: 'Gate opened' },
        { what: 'field', field: 'people', value: 4, limit: 2 },
      ],
    },
  ]);
});

it('opens what comes late as late, says what held it back, and ends an alert after which nothing came', async () => {
  const [late, short] = [
    await addRule(gate()),
    await addRule({ ...gate(), tag: 'Bell' }, { mergeS: 0, coolDownS: 3600 }),
  ];
  await post({ atUtcMs: Date.now() - 300_000 });
  expect(await alerts()).toMatchObject([{ ruleId: late, isLate: true }]);
  await post({ tag: 'Bell', atUtcMs: Date.now() - 20_000 });
  await post({ tag: 'Bell' });
  await vi.waitFor(
    async () =>
      expect((await alerts()).find(({ ruleId }) => ruleId === short)).toMatchObject({
        phase: 'closed',
        closeReason: 'over',
      }),
    { timeout: 10_000 },
  );
  const { body } = await owner.call(alertRulesCalls.nearMisses, { params: { id: short } });
  expect(body.items).toMatchObject([{ hindrance: 'coolDown', why: [{ what: 'tag', value: 'Bell' }] }]);
});

it('alerts nobody of what is told too long after it happened, and says so (ALERT-030)', async () => {
  const [usual, patient] = [await addRule(gate()), await addRule({ ...gate(), maxAgeS: 3600 })];
  // As rules were saved before that could be said.
  await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
    sql`update alert_rules set condition = condition - 'maxAgeS' where id = ${usual}`.execute(trx),
  );
  await post({ atUtcMs: Date.now() - 660_000 });
  expect(await alerts()).toMatchObject([{ ruleId: patient, isLate: true }]);
  const { body } = await owner.call(alertRulesCalls.nearMisses, { params: { id: usual } });
  expect(body.items).toMatchObject([{ hindrance: 'tooOld', why: [{ what: 'tag', value: 'Gate opened' }] }]);
  await post({ atUtcMs: Date.now() - 540_000 });
  expect((await alerts()).map(({ ruleId }) => ruleId)).toContain(usual);
});

it('judges events of cores by what developers wrote, each event once, whatever comes of it', async () => {
  await addRule({ kind: 'appearing' });
  const refused = await owner.call(alertRulesCalls.create, {
    body: {
      name: 'X',
      severity: 'info',
      cameraIds: [core.cameraId],
      condition: { kind: 'developer', expression: 'score > 0' },
    },
  });
  expect(refused.status).toBe(400);
  await sql`update people set is_developer = true where user_id = ${owner.userId}`.execute(
    server.platform.database.global,
  );
  const ruleId = await addRule({ kind: 'developer', expression: 'class == "vehicle" and dwellS >= 5' });
  const startedAtUtcMs = Date.now() - 9_000;
  const report = (change: object) => ({
    kind: 'event' as const,
    event: testReport({ cameraId: core.cameraId, startedAtUtcMs, ...change }),
  });
  const eventId = newId();
  await core.send(
    report({ class: 'person', dwellMs: 9_000 }),
    report({ eventId, class: 'vehicle', dwellMs: 1_000, revision: 1 }),
  );
  expect(await alerts()).toEqual([]);
  for (const revision of [2, 3]) await core.send(report({ eventId, class: 'vehicle', dwellMs: 5_000, revision }));
  expect(await alerts()).toMatchObject([
    { ruleId, count: 1, eventIds: [eventId], why: [{ what: 'expression', class: 'vehicle' }] },
  ]);
});
