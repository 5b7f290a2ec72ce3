import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { ruleOptionAbilities } from '@sightline/contracts/alert-rules/later-options';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeTestEdge } from '../../../testing/link/test-edge.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { PlayedCore } from '../../../testing/sync-operations/test-core.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

const soon = { timeout: 30_000 };
const able = ['rtsp', 'motion', 'detect:coco@1', 'rules'];
let server: TestServer;
let owner: TestPerson;
let core: PlayedCore;
let other: PlayedCore;
let gate: string;
let yard: string;
/** Of the other core. */
let shed: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = new PlayedCore(await makeTestEdge(server, owner));
  other = new PlayedCore(await makeTestEdge(server, owner));
  [gate, yard, shed] = [await makeCamera(core), await makeCamera(core), await makeCamera(other)];
});

const makeCamera = async ({ edge: { edgeId, locationId } }: PlayedCore): Promise<string> => {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  return (await owner.call(camerasCalls.create, { body: { name: 'Camera', edgeId, locationId, streams } })).body.id;
};
type Input = Parameters<typeof owner.call<typeof alertRulesCalls.create>>[1]['body'];
const input = (change: Partial<Input> = {}): Input => ({
  name: 'Night',
  condition: { kind: 'loitering', limitS: 20 },
  severity: 'warning',
  cameraIds: [gate],
  ...change,
});
const create = async (change: Partial<Input> = {}): Promise<AlertRule> =>
  (await owner.call(alertRulesCalls.create, { body: input(change) })).body;
const update = async ({ id, revision }: AlertRule, change: Partial<Input>): Promise<AlertRule> =>
  (await owner.call(alertRulesCalls.update, { params: { id }, body: { ...input(change), revision } })).body;
const get = async (id: string): Promise<AlertRule> => (await owner.call(alertRulesCalls.get, { params: { id } })).body;
const statesOf = ({ targets }: AlertRule) => targets.map(({ state }) => state);
const link = (played: PlayedCore, abilities: readonly string[] = able, kinds = Object.keys(syncedKinds)) => {
  played.edge.capabilities = [...abilities];
  return played.link(kinds);
};
const heldBy = (played: PlayedCore) => played.live('alertRule').map(({ id, content }) => ({ id, content }));
const told = (played: PlayedCore, rules: unknown[]) =>
  vi.waitFor(() => expect(heldBy(played)).toMatchObject(rules), soon);
const state = (id: string, wanted: string) =>
  vi.waitFor(async () => expect(statesOf(await get(id))).toEqual([wanted]), soon);

it('tells each core of the rules of its own cameras, and follows what becomes of them', async () => {
  await Promise.all([link(core), link(other)]);
  const rule = await create({ cameraIds: [gate, yard, shed], coolDownS: 5, protectDays: 7 });
  const content = (cameraIds: string[]) => ({
    name: 'Night',
    condition: { kind: 'loitering', limitS: 20 },
    severity: 'warning',
    cameraIds: cameraIds.toSorted(),
    schedule: null,
    coolDownS: 5,
    mergeS: 60,
    preS: 5,
    postS: 10,
    protectDays: 7,
    snoozedUntilUtcMs: null,
  });
  await told(core, [{ id: rule.id, content: content([gate, yard]) }]);
  await told(other, [{ id: rule.id, content: content([shed]) }]);
  const fewer = await update(rule, { name: 'Day', cameraIds: [gate] });
  await told(core, [{ id: rule.id, content: { name: 'Day', cameraIds: [gate], coolDownS: 60 } }]);
  await told(other, []);
  const off = await update(fewer, { isEnabled: false });
  await told(core, []);
  await update(off, {});
  await told(core, [{ id: rule.id }]);
  await owner.call(alertRulesCalls.remove, { params: { id: rule.id } });
  await vi.waitFor(() => expect(heldBy(core)).toEqual([]), soon);
});

it('tells no core of what the server judges, nor a core that does not know rules', async () => {
  await link(core, ['rtsp'], ['camera']);
  const seen = await create();
  await create({ condition: { kind: 'cameraStatus' } });
  await create({ condition: { kind: 'coreStatus' }, cameraIds: [], edgeIds: [core.edge.edgeId] });
  expect(statesOf(seen)).toEqual(['coreTooOld']);
  expect(heldBy(core)).toEqual([]);
  // It is told with its new software, without anybody saving anything.
  await link(core);
  await told(core, [{ id: seen.id }]);
  await state(seen.id, 'armed');
});

it('tells a core of options that it does not know in a form that it cannot judge, and never takes the rule for armed there', async () => {
  await link(core);
  const inAll = { kind: 'loitering' as const, limitS: 20, counts: 'sum' as const };
  const [rule, once] = [await create({ condition: inAll }), await create()];
  await told(core, [{ id: rule.id }, { id: once.id }]);
  const [sent, plain] = heldBy(core).map(({ content }) => (content as { condition: object }).condition);
  expect(sent).toMatchObject({
    kind: 'withOptions',
    options: ['stayCounts'],
    condition: { ...inAll, sumWithinS: 900 },
  });
  expect(plain).not.toHaveProperty('counts');
  await state(once.id, 'armed');
  expect(statesOf(await get(rule.id))).toEqual(['coreTooOld']);
  const newer = [...able, 'ruleOptions:stayCounts'];
  core.edge.send({ type: 'capabilities', capabilities: newer });
  await state(rule.id, 'armed');
  const lines = [{ id: newId(), points: [{ x: 0.5, y: 0.9 }, { x: 0.5, y: 0.1 }] }]; // prettier-ignore
  const counted = await create({ condition: { kind: 'occupancy', countedBy: 'lines', lines } });
  await told(core, [{}, {}, { id: counted.id, content: { condition: { options: ['countedBy'] } } }]);
  expect(statesOf(await get(counted.id))).toEqual(['coreTooOld']);
});

it('tells a pause, other hours of the schedule, and a camera that went and came back', async () => {
  await link(core);
  const hours = [{ day: 1, fromMinute: 0, toMinute: 1440 }];
  const times = { timeZone: 'Europe/Berlin', hours, exceptions: [] };
  const { body: schedule } = await owner.call(schedulesCalls.create, { body: { name: 'Mondays', ...times } });
  const rule = await create({ cameraIds: [gate, yard], scheduleId: schedule.id });
  await told(core, [{ content: { schedule: times } }]);
  const { body: silenced } = await owner.call(alertRulesCalls.snooze, {
    params: { id: rule.id },
    body: { minutes: 30 },
  });
  await told(core, [{ content: { snoozedUntilUtcMs: silenced.snooze?.untilUtcMs } }]);
  const exceptions = [{ date: '2026-12-24', hours: [] }];
  const body = { ...times, exceptions, name: 'Mondays', revision: 1 };
  expect((await owner.call(schedulesCalls.update, { params: { id: schedule.id }, body })).status).toBe(200);
  await told(core, [{ content: { schedule: { exceptions } } }]);
  await vi.waitFor(async () => expect((await get(rule.id)).targets).toHaveLength(2), soon);
  core.edge.hangUp();
  await owner.call(camerasCalls.remove, { params: { id: yard } });
  expect((await get(rule.id)).cameraIds).toEqual([gate]);
  const { edgeId } = core.edge;
  const { items } = (await owner.call(syncOperationsCalls.next, { query: { edgeId } })).body;
  const removal = items.find(({ entityId }) => entityId === yard);
  const takenBack = await owner.call(syncOperationsCalls.cancel, {
    body: { edgeId, edgeLogId: removal?.edgeLogId ?? 0 },
  });
  expect(takenBack.status).toBe(200);
  expect((await get(rule.id)).cameraIds.toSorted()).toEqual([gate, yard].toSorted());
  await link(core);
  await told(core, [{ content: { cameraIds: [gate, yard].toSorted() } }]);
  await owner.call(camerasCalls.remove, { params: { id: yard } });
  await told(core, [{ content: { cameraIds: [gate] } }]);
});

it('is armed once the core has it, and never where something is missing', async () => {
  const listener = await listenWith(server.url, owner.session.accessToken);
  const fire = await create({ condition: { kind: 'fire' } });
  expect(statesOf(await create())).toEqual(['pending']);
  await link(core);
  const [rule] = (await owner.call(alertRulesCalls.list, { query: { kind: 'loitering' } })).body.items;
  await state(rule!.id, 'armed');
  // Two were made, and the core confirmed both.
  await vi.waitFor(
    () => expect(listener.kinds().filter((kind) => kind === 'alert-rules.changed')).toHaveLength(4),
    soon,
  );
  expect((await get(fire.id)).targets).toMatchObject([{ state: 'waitsFor', needs: 'fireSmoke' }]);
  core.edge.send({ type: 'capabilities', capabilities: [...able, 'fireSmoke:ember@1'] });
  await state(fire.id, 'armed');
  await owner.call(camerasCalls.update, { params: { id: gate }, body: { analysis: { isOn: false } } });
  expect(statesOf(await get(rule!.id))).toEqual(['analysisOff']);
  await owner.call(camerasCalls.update, { params: { id: gate }, body: { analysis: { isOn: true } } });
  core.edge.hangUp();
  expect(statesOf(await update(await get(rule!.id), { name: 'Late' }))).toEqual(['pending']);
  await link(core, [...able, 'fireSmoke:ember@1']);
  await state(rule!.id, 'armed');
});

it('is never armed where the organization or the location forbids what it goes by, made before or after', async () => {
  const forTraits = ['traitRules', 'faceGallery', 'faces:f@1', 'plates:p@1', ...ruleOptionAbilities];
  await link(core, [...able, ...forTraits]);
  const conditions = { plate: { kind: 'licensePlate' }, face: { kind: 'face' }, stranger: { kind: 'suspect', mode: 'unknown' } } as const; // prettier-ignore
  const rules = {
    plate: await create({ condition: conditions.plate }),
    face: await create({ condition: conditions.face }),
    stranger: await create({ condition: conditions.stranger }),
    description: await create({ condition: { kind: 'suspect', upper: ['red'] } }),
  };
  const are = (states: Record<keyof typeof rules, string>) =>
    vi.waitFor(async () => {
      for (const [name, { id }] of Object.entries(rules))
        expect({ name, states: statesOf(await get(id)) }).toEqual({ name, states: [states[name as 'face']] });
    }, soon);
  const all = { plate: 'armed', face: 'armed', stranger: 'armed', description: 'armed' };
  await are(all);
  const listener = await listenWith(server.url, owner.session.accessToken);
  const allow = (body: object) => owner.call(organizationsCalls.setAnalyticsSwitches, { body });
  await allow({ licensePlates: false, faceRecognition: false });
  await are({ ...all, plate: 'analysisOff', face: 'analysisOff', stranger: 'analysisOff' });
  await vi.waitFor(() => expect(listener.kinds()).toContain('cameras.changed'), soon);
  const late = await create({ condition: conditions.face });
  await told(core, [{}, {}, {}, {}, { id: late.id }]);
  await state(late.id, 'analysisOff');
  await allow({ licensePlates: true, faceRecognition: true });
  await are(all);
  const place = { params: { id: core.edge.locationId } };
  expect((await owner.call(locationsCalls.update, { ...place, body: { faceRecognition: false } })).status).toBe(200);
  await are({ ...all, face: 'analysisOff', stranger: 'analysisOff' });
});
