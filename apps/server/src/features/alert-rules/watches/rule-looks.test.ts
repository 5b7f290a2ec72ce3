import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeTestEdge, type TestEdge } from '../../../../testing/link/test-edge.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let sequence = 0;
let shiftMs = 0;
const clock = (): number => Date.now() + shiftMs;
const soon = { timeout: 10_000 };
beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  sequence = 0;
  await edge.connect();
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';

interface Gate {
  id: string;
  streamId: string;
}

async function addCamera(name = 'Gate'): Promise<Gate> {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  const { body } = await owner.call(camerasCalls.create, {
    body: { name, edgeId: edge.edgeId, locationId: edge.locationId, streams },
  });
  return { id: body.id, streamId: body.streams[0]?.id ?? '' };
}

/** The core says how the camera is; answers once that is kept. */
async function say(camera: Gate, cause: ErrorCode | null, recordingCause = cause): Promise<void> {
  const record: EdgeRecordBody = {
    kind: 'streamStatus',
    cameraId: camera.id,
    streamId: camera.streamId,
    status: { state: cause === null ? 'online' : 'offline', cause, sinceUtcMs: clock() },
    format: null,
    isRecording: recordingCause === null,
    recordingCause,
  };
  sequence += 1;
  edge.records(sequence, [record], clock());
  await edge.next('ack', (ack) => ack.sequence === sequence);
}

async function addRule(rule: object): Promise<AlertRule> {
  const body = { name: 'Watch', severity: 'warning', ...rule } as never;
  const answer = await owner.call(alertRulesCalls.create, { body });
  expect(answer.status).toBe(201);
  return answer.body;
}
const ofCamera = (camera: Gate, more: object = {}) =>
  addRule({ condition: { kind: 'cameraStatus', forS: 60 }, cameraIds: [camera.id], ...more });
const ofCore = () =>
  addRule({ condition: { kind: 'coreStatus', forS: 60 }, edgeIds: [edge.edgeId], severity: 'critical' });

const alerts = async () => (await owner.call(alertsCalls.logs, { query: {} })).body.items;
const misses = async (rule: AlertRule) =>
  (await owner.call(alertRulesCalls.nearMisses, { params: { id: rule.id } })).body.items;

/** Until nobody looks at rules or statuses any more that are due by now. */
const settle = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select id from jobs.job where name in ('rule-looks', 'status') and state in ('created', 'retry', 'active')
        and start_after <= ${new Date(clock())} and data ->> 'organizationId' = ${organizationId()}`.execute(
      server.platform.database.global,
    );
    expect(rows).toEqual([]);
  }, soon);
const pass = async (seconds: number): Promise<void> => {
  shiftMs += seconds * 1000;
  await settle();
};

it('says of rules about states that they are at work, or why not', async () => {
  const camera = await addCamera();
  const states = async (rule: AlertRule) =>
    (await owner.call(alertRulesCalls.get, { params: { id: rule.id } })).body.targets.map(({ state }) => state);
  const [watching, off, core] = [await ofCamera(camera), await ofCamera(camera, { isEnabled: false }), await ofCore()];
  expect([await states(watching), await states(off), await states(core)]).toEqual([['armed'], ['off'], ['armed']]);
  await owner.call(alertRulesCalls.snooze, { params: { id: core.id }, body: { minutes: 5 } });
  expect(await states(core)).toEqual(['snoozed']);
});

it('alerts of nothing that is good, short, switched off, or another camera', async () => {
  const [camera, other] = [await addCamera(), await addCamera('Yard')];
  await say(camera, null);
  await say(other, null);
  await ofCamera(camera);
  await ofCamera(other, { isEnabled: false });
  await say(other, 'camera_unreachable');
  await say(camera, 'camera_unreachable');
  await pass(50);
  await say(camera, null);
  await pass(200);
  expect(await alerts()).toEqual([]);
});

it('opens one alert of a camera that is away for long enough, and closes it when it was back for a minute', async () => {
  const camera = await addCamera();
  await say(camera, null);
  const rule = await ofCamera(camera);
  await say(camera, 'camera_unreachable');
  await pass(61);
  const [alert, ...more] = await alerts();
  expect(more).toEqual([]);
  expect(alert).toMatchObject({
    phase: 'opened',
    ruleId: rule.id,
    cameraId: camera.id,
    severity: 'warning',
    isLate: false,
  });
  expect(alert?.why).toMatchObject([
    { what: 'offlineS', value: 60, limit: 60 },
    { what: 'cause', value: 'camera_unreachable' },
  ]);
  await pass(100);
  await say(camera, null);
  await pass(16);
  expect(await alerts()).toMatchObject([{ phase: 'opened' }]);
  await pass(61);
  expect(await alerts()).toMatchObject([{ phase: 'closed', closeReason: 'over' }]);
  await pass(30);
  expect(await alerts()).toHaveLength(1);
});

it('tells that nothing is written although there is a picture', async () => {
  const camera = await addCamera();
  await say(camera, null);
  await ofCamera(camera, { condition: { kind: 'cameraStatus', what: ['offline'], forS: 60 } });
  await ofCamera(camera, { name: 'Footage', condition: { kind: 'cameraStatus', what: ['notRecording'], forS: 60 } });
  await say(camera, null, 'disk_full');
  await pass(61);
  expect(await alerts()).toMatchObject([
    { ruleName: 'Footage', why: [{ what: 'notRecordingS' }, { what: 'cause', value: 'disk_full' }] },
  ]);
});

it('says what held it back, and opens once that is over', async () => {
  const camera = await addCamera();
  await say(camera, null);
  const rule = await ofCamera(camera);
  await owner.call(alertRulesCalls.snooze, { params: { id: rule.id }, body: { minutes: 2 } });
  await say(camera, 'camera_unreachable');
  await pass(61);
  expect(await alerts()).toEqual([]);
  expect(await misses(rule)).toMatchObject([
    { hindrance: 'snoozed', cameraId: camera.id, why: [{ what: 'offlineS' }, { what: 'cause' }] },
  ]);
  await pass(60);
  expect(await alerts()).toMatchObject([{ phase: 'opened' }]);
});

it('ALERT-041: alerts of no muted camera, says so, leaves an open alert open, and alerts once the mute is over', async () => {
  const [camera, other] = [await addCamera(), await addCamera('Yard')];
  for (const each of [camera, other]) await say(each, null);
  const rule = await ofCamera(camera, { cameraIds: [camera.id, other.id] });
  const mute = (cameraId: string, minutes: number) =>
    owner.call(alertRulesCalls.muteCamera, {
      params: { id: cameraId },
      body: { untilUtcMs: minutes === 0 ? null : clock() + minutes * 60_000 },
    });
  expect((await mute(camera.id, 3)).body.mute).toMatchObject({ cameraId: camera.id, state: 'muted' });
  await say(camera, 'camera_unreachable');
  await say(other, 'camera_unreachable');
  await pass(61);
  expect(await alerts()).toMatchObject([{ cameraId: other.id, phase: 'opened' }]);
  expect(await misses(rule)).toMatchObject([{ hindrance: 'muted', cameraId: camera.id }]);
  // What is open when somebody mutes stays open.
  await mute(other.id, 60);
  await pass(30);
  expect(await alerts()).toMatchObject([{ cameraId: other.id, phase: 'opened' }]);
  await pass(100);
  expect(new Set((await alerts()).map(({ cameraId }) => cameraId))).toEqual(new Set([camera.id, other.id]));
});

it('ALERT-041: tells of a core that is away for the sake of no camera that is muted', async () => {
  const cameras = [await addCamera(), await addCamera('Yard')];
  for (const camera of cameras) await say(camera, null);
  const body = { untilUtcMs: clock() + 3_600_000 };
  const forOf = (name: string, cameraIds: string[]) =>
    addRule({ name, condition: { kind: 'cameraStatus', forS: 60 }, cameraIds });
  const [first, both] = [cameras[0]!.id, cameras.map(({ id }) => id)];
  await owner.call(alertRulesCalls.muteCamera, { params: { id: first }, body });
  await forOf('Muted', [first]);
  const told = await forOf('One of two', both);
  edge.hangUp();
  await vi.waitFor(async () => expect((await dueWatches()).length).toBeGreaterThan(1), soon);
  await pass(62);
  expect(await alerts()).toMatchObject([{ ruleId: told.id, cameraId: null }]);
});

it('tells a core that is away once, with how many cameras that is, and of its cameras only what held them back', async () => {
  const cameras = [await addCamera(), await addCamera('Yard')];
  const rules = [];
  for (const camera of cameras) {
    await say(camera, null);
    rules.push(await ofCamera(camera));
  }
  const rule = await ofCore();
  edge.hangUp();
  await vi.waitFor(async () => expect((await dueWatches()).length).toBeGreaterThan(0), soon);
  await pass(62);
  expect(await alerts()).toMatchObject([
    {
      ruleId: rule.id,
      cameraId: null,
      edgeId: edge.edgeId,
      severity: 'critical',
      why: [
        { what: 'coreAwayS', limit: 60 },
        { what: 'camerasAway', value: 2 },
      ],
    },
  ]);
  expect(await misses(rules[0]!)).toMatchObject([{ hindrance: 'coreOffline', cameraId: cameras[0]?.id }]);
  await edge.connect();
  await pass(16);
  await pass(61);
  expect(await alerts()).toMatchObject([{ phase: 'closed', closeReason: 'over' }]);
});

it('tells of a core that nobody watches, once for each rule about its cameras', async () => {
  const cameras = [await addCamera(), await addCamera('Yard')];
  for (const camera of cameras) await say(camera, null);
  const rule = await addRule({
    condition: { kind: 'cameraStatus', forS: 60 },
    cameraIds: cameras.map(({ id }) => id),
  });
  edge.hangUp();
  await vi.waitFor(async () => expect((await dueWatches()).length).toBeGreaterThan(0), soon);
  await pass(62);
  expect(await alerts()).toMatchObject([{ ruleId: rule.id, cameraId: null, edgeId: edge.edgeId }]);
});

const health = {
  cpuShare: 0.2,
  memoryBytes: 1,
  memoryTotalBytes: 2,
  diskFreeBytes: 60,
  diskTotalBytes: 100,
  uptimeMs: 1,
};
/** The core says how it is; answers once that is kept. */
async function beat(more: Partial<EdgeHealth> = {}, clockOffsetMs = 0): Promise<void> {
  const acks = (): number => edge.received.filter(({ type }) => type === 'heartbeatAck').length;
  const before = acks();
  edge.send({ type: 'heartbeat', sentAtUtcMs: clock(), clockOffsetMs, health: { ...health, ...more }, outboxDepth: 0 });
  await vi.waitFor(() => expect(acks()).toBeGreaterThan(before), soon);
}
/** Half a minute after another, as often as it is looked. */
async function passLooks(seconds: number, said: () => Promise<void>): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    await said();
    await pass(10);
  }
}
const ofTrouble = (...what: string[]) =>
  addRule({ condition: { kind: 'coreStatus', what, forS: 60 }, edgeIds: [edge.edgeId], severity: 'critical' });

it('alerts of no core that is well, or short of room for a moment', async () => {
  await ofTrouble('disk', 'clock', 'overload');
  await ofCore();
  await passLooks(40, () => beat({ diskFreeBytes: 6 }, 9_000));
  await passLooks(40, () => beat({ diskFreeBytes: 1, cpuShare: 1 }));
  await passLooks(100, () => beat());
  expect(await alerts()).toEqual([]);
});

it('alerts of no trouble of a core that nobody asked about', async () => {
  await ofTrouble('overload');
  await ofCore();
  await passLooks(100, () => beat({ diskFreeBytes: 1 }, 90_000));
  expect(await alerts()).toEqual([]);
});

it.each([
  {
    trouble: 'disk',
    said: { diskFreeBytes: 4 },
    why: [
      { what: 'diskS', limit: 60 },
      { what: 'diskFreePercent', value: 4, limit: 5 },
      { what: 'disk', value: '/' },
    ],
  },
  {
    trouble: 'clock',
    offsetMs: -75_000,
    why: [
      { what: 'clockS', limit: 60 },
      { what: 'clockBehindS', value: 75, limit: 10 },
    ],
  },
  {
    trouble: 'overload',
    said: { cpuShare: 0.97 },
    why: [
      { what: 'overloadS', limit: 60 },
      { what: 'cpuPercent', value: 97, limit: 90 },
    ],
  },
])(
  'tells of a core whose $trouble is not as it should be for long enough, and that it is over once it was well for a minute',
  async ({ trouble, said, offsetMs, why }) => {
    const rule = await ofTrouble('offline', trouble);
    await passLooks(110, () => beat(said, offsetMs));
    expect(await alerts()).toMatchObject([
      { ruleId: rule.id, cameraId: null, edgeId: edge.edgeId, phase: 'opened', isLate: false, why },
    ]);
    await passLooks(110, () => beat());
    expect(await alerts()).toMatchObject([{ phase: 'closed', closeReason: 'over' }]);
  },
);

it('says of the disk of a core that is away that nobody knows, and still tells once that the core is away', async () => {
  const camera = await addCamera();
  await say(camera, null);
  const [disk, ofTheCamera] = [await ofTrouble('disk'), await ofCamera(camera)];
  await beat();
  edge.hangUp();
  await vi.waitFor(async () => expect((await dueWatches()).length).toBeGreaterThan(1), soon);
  await pass(62);
  await pass(31);
  expect(await alerts()).toMatchObject([{ ruleId: ofTheCamera.id, cameraId: null }]);
  expect(await misses(disk)).toMatchObject([{ hindrance: 'coreOffline' }]);
});

it('tells of a camera whose analysis was switched off, where that is asked about', async () => {
  const camera = await addCamera();
  await say(camera, null);
  await ofCamera(camera);
  const asking = await ofCamera(camera, { condition: { kind: 'cameraStatus', what: ['analysisOff'], forS: 60 } });
  const analyse = (isOn: boolean) =>
    owner.call(camerasCalls.update, { params: { id: camera.id }, body: { analysis: { isOn } } });
  await passLooks(40, async () => undefined);
  expect(await alerts()).toEqual([]);
  await analyse(false);
  await passLooks(110, async () => undefined);
  expect(await alerts()).toMatchObject([
    { ruleId: asking.id, cameraId: camera.id, why: [{ what: 'analysisOffS', limit: 60 }] },
  ]);
  await analyse(true);
  await passLooks(110, async () => undefined);
  expect(await alerts()).toMatchObject([{ phase: 'closed', closeReason: 'over' }]);
});

it('neither loses nor doubles an alert when the server is started again in between, or two look at once', async () => {
  const camera = await addCamera();
  await say(camera, null);
  await ofCamera(camera);
  await say(camera, 'camera_unreachable');
  const again = await startTestServer({
    clock,
    connectionString: server.connectionString,
    copyKeyFrom: server.dataDir,
  });
  await edge.connect();
  // With clocks that jump, the other process may take the core for silent, and say so.
  const ofTheCamera = async () => (await alerts()).filter(({ cameraId }) => cameraId === camera.id);
  await pass(61);
  expect(await ofTheCamera()).toMatchObject([{ phase: 'opened' }]);
  await again.stop();
  await edge.connect();
  await pass(100);
  expect(await ofTheCamera()).toMatchObject([{ phase: 'opened' }]);
});

it('closes what is open when the rule is switched off, changed or deleted, or its camera is', async () => {
  const camera = await addCamera();
  await say(camera, null);
  const rules = [
    await ofCamera(camera),
    await ofCamera(camera),
    await ofCamera(camera),
    await ofCamera(camera),
  ] as const;
  await say(camera, 'camera_unreachable');
  await pass(61);
  expect(await alerts()).toHaveLength(4);
  const input = (rule: AlertRule) => ({
    name: rule.name,
    severity: rule.severity,
    cameraIds: [camera.id],
    revision: rule.revision,
  });
  const update = (rule: AlertRule, change: object) =>
    owner.call(alertRulesCalls.update, {
      params: { id: rule.id },
      body: { ...input(rule), condition: rule.condition, ...change } as never,
    });
  await update(rules[0], { isEnabled: false });
  await update(rules[1], { condition: { kind: 'cameraStatus', what: ['offline'], forS: 600 } });
  await owner.call(alertRulesCalls.remove, { params: { id: rules[2].id } });
  await settle();
  await owner.call(camerasCalls.remove, { params: { id: camera.id } });
  await settle();
  const reasons = Object.fromEntries((await alerts()).map(({ number, closeReason }) => [number, closeReason]));
  expect(Object.values(reasons).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
    'cameraRemoved',
    'ruleChanged',
    'ruleOff',
    'ruleOff',
  ]);
});

const dueWatches = () =>
  server.platform.database.withOrganization(organizationId(), (trx) =>
    trx.selectFrom('ruleWatches').select('dueAt').where('dueAt', 'is not', null).execute(),
  );
