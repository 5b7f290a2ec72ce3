import { accessEventsCalls } from '@sightline/contracts/access-events/access-events.api';
import type { AccessEventKind } from '@sightline/contracts/access-events/access-event';
import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import type { DoorSight, doorSightCommands } from '@sightline/contracts/alert-rules/door-sight-link';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { AppError } from '@sightline/contracts/shared/errors';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { makeAlertingCore, type AlertingCore } from '../../../../testing/alerts/test-alerts.ts';
import { doorArea } from '../../../../testing/doors/test-doors.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';

type Asked = z.infer<(typeof doorSightCommands)['rules.doorSight']['input']>;
type Answer = z.infer<(typeof doorSightCommands)['rules.doorSight']['output']>;

let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;
let doorId: string;
let shiftMs = 0;
const clock = (): number => Date.now() + shiftMs;
const soon = { timeout: 15_000 };
/** What the core of the test answers, and what it was asked. */
let answer: (asked: Asked) => Answer | Promise<Answer>;
let asked: Asked[] = [];

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
  core.edge.capabilities = ['rtsp', 'privacy', 'rules', 'detect:coco@1', 'doorSight'];
  await core.edge.connect();
  asked = [];
  answer = () => ({ state: 'known', sight: nothing() });
  core.edge.answer('rules.doorSight', (body) => {
    asked.push(body);
    return answer(body);
  });
  doorId = (await owner.call(doorsCalls.create, { body: { name: 'Lobby', cameraId: core.cameraId, area: doorArea } }))
    .body.id;
});

const nothing = (change: Partial<DoorSight> = {}): DoorSight => {
  const seen = [{ fromUtcMs: clock() - 86_400_000, toUtcMs: clock() + 1000 }];
  return { seen, people: [], passes: [], lostUtcMs: [], looks: [], ...change };
};
const [anna, ben] = [newId(), newId()];
const tailgating = { kind: 'doorTailgating' };
const nobody = { kind: 'eventValidation', mode: 'nobody' };

async function addRule(condition: object, change: object = {}): Promise<AlertRule> {
  const body = { name: 'Watch', severity: 'warning', cameraIds: [core.cameraId], condition, ...change } as never;
  const made = await owner.call(alertRulesCalls.create, { body });
  expect(made.status).toBe(201);
  return made.body;
}
/** Somebody was let in, long enough ago to be judged at once. */
async function post(change: { agoS?: number; kind?: AccessEventKind; doorId?: string } = {}): Promise<number> {
  const { agoS = 40, ...rest } = change;
  const atUtcMs = clock() - agoS * 1000;
  const events = [{ externalId: newId(), doorId, kind: 'granted' as const, atUtcMs, ...rest }];
  const posted = await owner.call(accessEventsCalls.post, { body: { events } as never });
  expect(posted.body.results).toMatchObject([{ outcome: 'taken' }]);
  return atUtcMs;
}
/** Changes every event of the door. */
const change = (what: RawBuilder<unknown>) =>
  server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', async (trx) => {
    const { numAffectedRows } = await sql`update access_events set ${what} where door_id = ${doorId}`.execute(trx);
    expect(numAffectedRows).toBeGreaterThan(0n);
  });
const judgements = async () =>
  (await owner.call(accessEventsCalls.list, { query: {} })).body.items.map(({ judgement }) => judgement);
const judged = (...wanted: string[]) => vi.waitFor(async () => expect(await judgements()).toEqual(wanted), soon);
const alerts = async () => (await owner.call(alertsCalls.logs, { query: {} })).body.items;
const misses = async ({ id }: AlertRule) =>
  (await owner.call(alertRulesCalls.nearMisses, { params: { id } })).body.items;
const stateOf = async ({ id }: AlertRule) =>
  (await owner.call(alertRulesCalls.get, { params: { id } })).body.targets.map(({ state, needs }) => needs ?? state);
const onceAsked = (count: number) => vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(count), soon);

describe('nobody is alerted', () => {
  it('without a rule, of what is no grant, and by a rule that is off or of another door', async () => {
    await post();
    await judged('unwatched');
    const { body } = await owner.call(doorsCalls.create, {
      body: { name: 'Yard', cameraId: core.cameraId, area: doorArea },
    });
    await addRule({ ...nobody, doorIds: [body.id] });
    await addRule(nobody, { isEnabled: false });
    for (const kind of ['granted', 'denied', 'forced', 'held'] as const) await post({ kind });
    await judged('unwatched', 'unwatched', 'unwatched', 'unwatched', 'unwatched');
    expect([await alerts(), asked]).toEqual([[], []]);
  });

  it('by a core that cannot tell, and the rule says so', async () => {
    core.edge.capabilities = ['rtsp', 'privacy', 'rules', 'detect:coco@1'];
    await core.edge.connect();
    const rule = await addRule(nobody);
    expect(await stateOf(rule)).toEqual(['coreTooOld']);
    await post();
    await judged('unwatched');
    expect([await alerts(), asked]).toEqual([[], []]);
  });

  it('where there is nothing to tell', async () => {
    await addRule(tailgating);
    const atUtcMs = await post();
    await judged('judged');
    expect(await alerts()).toEqual([]);
    expect(asked).toMatchObject([{ cameraId: core.cameraId, fromUtcMs: atUtcMs - 3_000, toUtcMs: atUtcMs + 10_000 }]);
    // Below the door, from left to right.
    expect(asked[0]?.line.map(({ x }) => x)).toEqual([expect.closeTo(0.27), expect.closeTo(0.63)]);
  });

  it('when the camera saw nothing: the rule says that it could not be judged', async () => {
    answer = () => ({ state: 'known', sight: nothing({ seen: [] }) });
    const [one, other] = [await addRule(tailgating), await addRule(nobody)];
    const atUtcMs = await post();
    await judged('tooFewLooks');
    for (const rule of [one, other])
      expect(await misses(rule)).toMatchObject([{ hindrance: 'tooFewLooks', atUtcMs, cameraId: core.cameraId }]);
    expect(await alerts()).toEqual([]);
  });

  it('by a rule that is asleep, and it is a near miss', async () => {
    const rule = await addRule(nobody);
    await owner.call(alertRulesCalls.snooze, { params: { id: rule.id }, body: { minutes: 5 } });
    await post();
    await judged('judged');
    expect([await alerts(), await misses(rule)]).toMatchObject([[], [{ hindrance: 'snoozed' }]]);
  });
});

describe('an alert', () => {
  it('ALERT-031 is told of who followed, once, with how many went in for how many', async () => {
    const rule = await addRule(tailgating);
    expect(await stateOf(rule)).toEqual(['armed']);
    const passes = (atUtcMs: number): DoorSight['passes'] => [
      { atUtcMs: atUtcMs + 2_000, to: 'towards', who: 0 },
      { atUtcMs: atUtcMs + 3_000, to: 'towards', who: 1 },
    ];
    answer = ({ fromUtcMs }) => ({
      state: 'known',
      sight: nothing({ people: [anna, ben], passes: passes(fromUtcMs + 3_000) }),
    });
    const atUtcMs = await post();
    await judged('judged');
    const [alert, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      ruleId: rule.id,
      cameraId: core.cameraId,
      openedAtUtcMs: atUtcMs + 3_000,
      why: [
        { what: 'peopleThrough', value: 2, limit: 1, class: 'person' },
        { what: 'door', value: 'Lobby' },
      ],
    });
  });

  it('ALERT-032 is told of a badge without anybody in view, and of more people than badges', async () => {
    const [one, more] = [await addRule(nobody), await addRule({ kind: 'eventValidation', mode: 'morePeople' })];
    await post();
    await judged('judged');
    expect(await alerts()).toMatchObject([{ ruleId: one.id, why: [{ what: 'nobodyInView' }, { what: 'door' }] }]);
    answer = ({ fromUtcMs }) => {
      const looks = [1, 2, 3].map((second) => ({ atUtcMs: fromUtcMs + second * 1000, who: [0, 1] }));
      return { state: 'known', sight: nothing({ people: [anna, ben], looks }) };
    };
    await post({ agoS: 120 });
    await judged('judged', 'judged');
    const ofMore = (await alerts()).filter(({ ruleId }) => ruleId === more.id);
    expect(ofMore).toMatchObject([{ why: [{ what: 'peopleInView', value: 2, limit: 1 }, { what: 'door' }] }]);
  });

  it('waits until the core knows, and until nothing more can come from the access system', async () => {
    await addRule(nobody);
    answer = () => ({ state: 'waiting' });
    await post({ agoS: 14 });
    expect(await judgements()).toEqual(['waiting']);
    shiftMs += 10_000;
    await onceAsked(1);
    expect([await judgements(), await alerts()]).toEqual([['waiting'], []]);
    answer = () => ({ state: 'known', sight: nothing() });
    shiftMs += 10_000;
    await judged('judged');
    expect(await alerts()).toHaveLength(1);
  });

  it('comes once with its own time when the core is back, and says that nobody can tell when it stays away', async () => {
    const rule = await addRule(nobody);
    answer = () => Promise.reject(new AppError('footage_disk_away'));
    const atUtcMs = await post();
    await onceAsked(1);
    answer = () => ({ state: 'known', sight: nothing() });
    shiftMs += 90_000;
    await judged('judged');
    expect(await alerts()).toMatchObject([{ openedAtUtcMs: atUtcMs, isLate: true }]);
    answer = () => Promise.reject(new AppError('footage_disk_away'));
    const second = await post();
    await onceAsked(3);
    await change(sql`received_at = received_at - interval '25 hours'`);
    shiftMs += 31_000;
    await judged('coreOffline', 'judged');
    expect(await misses(rule)).toMatchObject([{ hindrance: 'coreOffline', atUtcMs: second }]);
    expect(await alerts()).toHaveLength(1);
  });

  it('asks once for a rush, and judges each badge of it', async () => {
    await addRule(tailgating, { mergeS: 0, coolDownS: 0 });
    const atUtcMs = clock() - 120_000;
    const events = Array.from({ length: 10 }, (_, index) => {
      return { externalId: newId(), doorId, kind: 'granted', atUtcMs: atUtcMs + index * 5_000 };
    });
    await owner.call(accessEventsCalls.post, { body: { events } as never });
    await judged(...events.map(() => 'judged'));
    expect(asked).toHaveLength(1);
  });

  it('is not told again when a job is done twice', async () => {
    await addRule(nobody);
    await post();
    await judged('judged');
    await change(sql`judgement = 'waiting'`);
    await post({ kind: 'denied' });
    await vi.waitFor(async () => expect((await judgements()).includes('waiting')).toBe(false), soon);
    expect((await alerts()).map(({ count }) => count)).toEqual([1]);
  });
});

it('a door that such a rule names is not deleted', async () => {
  const rule = await addRule({ ...tailgating, doorIds: [doorId] });
  const removed = await owner.call(doorsCalls.remove, { params: { id: doorId } });
  expect(removed).toMatchObject({ status: 409, body: { code: 'door_in_use', data: { rules: [{ id: rule.id }] } } });
  const foreign = { name: 'Watch', severity: 'warning', cameraIds: [core.cameraId] };
  const condition = { ...nobody, doorIds: [newId()] };
  expect(await owner.call(alertRulesCalls.create, { body: { ...foreign, condition } as never })).toMatchObject({
    status: 404,
  });
});
