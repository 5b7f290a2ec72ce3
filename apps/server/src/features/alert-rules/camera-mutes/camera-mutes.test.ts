import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { longestMuteMs } from '@sightline/contracts/alert-rules/camera-mute';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeTestEdge } from '../../../../testing/link/test-edge.ts';
import { listenWith } from '../../../../testing/realtime/test-listener.ts';
import { PlayedCore } from '../../../../testing/sync-operations/test-core.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';

const soon = { timeout: 30_000 };
const hourMs = 3_600_000;
const old = ['rtsp', 'motion', 'detect:coco@1', 'rules'];
const able = [...old, 'cameraMutes'];
let shiftMs = 0;
const clock = (): number => Date.now() + shiftMs;
let server: TestServer;
let owner: TestPerson;
let core: PlayedCore;
let gate: string;
let yard: string;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = new PlayedCore(await makeTestEdge(server, owner));
  [gate, yard] = [await makeCamera('Gate'), await makeCamera('Yard')];
});

const makeCamera = async (name: string): Promise<string> => {
  const { edgeId, locationId } = core.edge;
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  return (await owner.call(camerasCalls.create, { body: { name, edgeId, locationId, streams } })).body.id;
};
const person = (permissions: Permission[], at: { cameraId?: string } = {}) =>
  server.person({ organizationId: owner.session.activeOrganizationId, permissions, ...at });
const mute = (cameraId: string, untilUtcMs: number | null, by = owner) =>
  by.call(alertRulesCalls.muteCamera, { params: { id: cameraId }, body: { untilUtcMs } });
const mutes = async (query: { cameraId?: string } = {}, by = owner) =>
  (await by.call(alertRulesCalls.cameraMutes, { query })).body;
const addRule = async (cameraIds: string[]): Promise<string> => {
  const condition = { kind: 'loitering' as const, limitS: 20 };
  const body = { name: 'Night', condition, severity: 'warning' as const, cameraIds };
  return (await owner.call(alertRulesCalls.create, { body })).body.id;
};
const statesOf = async (id: string) =>
  (await owner.call(alertRulesCalls.get, { params: { id } })).body.targets.map(({ state }) => state);
const link = (abilities: string[]) => {
  core.edge.capabilities = abilities;
  return core.link(Object.keys(syncedKinds));
};
const told = (wanted: object[]) =>
  vi.waitFor(() => expect(core.live('alertRule').map(({ content }) => content)).toMatchObject(wanted), soon);
const stateOf = (wanted: string) =>
  vi.waitFor(async () => expect((await mutes()).items.map(({ state }) => state)).toEqual([wanted]), soon);

describe('ALERT-041 who may mute a camera', () => {
  it('is nobody of another organization, nor who sees nothing of it: as if it did not exist', async () => {
    const [stranger, elsewhere] = [await server.person(), await person(['AlertMonitoring'], { cameraId: yard })];
    const until = clock() + hourMs;
    for (const by of [stranger, elsewhere])
      for (const untilUtcMs of [until, null])
        expect(await mute(gate, untilUtcMs, by)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await mute(newId(), until)).toMatchObject({ status: 404 });
    await mute(gate, until);
    for (const by of [stranger, elsewhere]) {
      expect(await mutes({}, by)).toEqual({ items: [], total: 0 });
      expect(await mutes({ cameraId: gate }, by)).toEqual({ items: [], total: 0 });
    }
  });

  it('is nobody who only sees it, or edits its rules', async () => {
    const refused = { status: 403, body: { code: 'forbidden', data: { permission: 'AlertMonitoring' } } };
    const viewer = await person(['CameraView', 'AlertEdit']);
    expect(await mute(gate, clock() + hourMs, viewer)).toMatchObject(refused);
    const here = await person(['CameraView', 'AlertEdit']);
    expect(await mute(gate, null, here)).toMatchObject(refused);
    expect(await mutes()).toEqual({ items: [], total: 0 });
  });
});

it('ALERT-041 refuses a time that is over or more than a week away, and a camera that is deleted', async () => {
  const wrong = { status: 400, body: { code: 'camera_mute_time' } };
  for (const untilUtcMs of [0, clock() - 1, clock() + longestMuteMs + 60_000])
    expect(await mute(gate, untilUtcMs)).toMatchObject(wrong);
  expect(await mutes()).toEqual({ items: [], total: 0 });
  expect(await mute(gate, clock() + longestMuteMs - 1000)).toMatchObject({ status: 200 });
  await owner.call(camerasCalls.remove, { params: { id: gate } });
  expect(await mutes()).toEqual({ items: [], total: 0 });
  expect(await mute(gate, clock() + hourMs)).toMatchObject({ status: 404 });
});

it('ALERT-041 mutes a camera, says who did and until when, ends it by hand, and writes both down', async () => {
  const listener = await listenWith(server.url, owner.session.accessToken);
  const guard = await person(['AlertMonitoring']);
  const [until, later] = [clock() + hourMs, clock() + 2 * hourMs];
  const answer = await mute(gate, until, guard);
  const said = { cameraId: gate, cameraName: 'Gate', untilUtcMs: until, byUserId: guard.userId, state: 'muted' };
  expect(answer).toMatchObject({ status: 200, body: { mute: { ...said, byName: guard.session.user.name } } });
  await mute(yard, later);
  expect(await mutes()).toMatchObject({ items: [said, { cameraId: yard, untilUtcMs: later }], total: 2 });
  expect(await mutes({ cameraId: yard })).toMatchObject({ items: [{ cameraId: yard }], total: 1 });
  await mute(gate, later);
  expect((await mutes({ cameraId: gate })).items).toMatchObject([{ untilUtcMs: later, byUserId: owner.userId }]);
  expect(await mute(gate, null)).toMatchObject({ status: 200, body: { mute: null } });
  expect((await mutes()).items.map(({ cameraId }) => cameraId)).toEqual([yard]);
  await vi.waitFor(
    () => expect(listener.kinds().filter((kind) => kind === 'alert-rules.cameraMuted')).toHaveLength(4),
    soon,
  );
  const { items } = (await owner.call(auditCalls.findByFilter, { query: {}, body: {} })).body;
  const written = items.map(({ method }) => method).filter((method) => method.endsWith('mute'));
  expect(written).toEqual(['camera.unmute', 'camera.mute', 'camera.mute', 'camera.mute']);
});

it('ALERT-041 tells the core of the camera with its rules, and says whether it is muted there', async () => {
  await link(able);
  const rule = await addRule([gate, yard]);
  await told([{ mutes: [] }]);
  await vi.waitFor(async () => expect(await statesOf(rule)).toEqual(['armed', 'armed']), soon);
  const untilUtcMs = clock() + 120_000;
  await mute(yard, untilUtcMs);
  await told([{ mutes: [{ cameraId: yard, untilUtcMs }] }]);
  await stateOf('muted');
  await vi.waitFor(async () => expect(await statesOf(rule)).toEqual(['armed', 'muted']), soon);
  core.edge.hangUp();
  await mute(yard, untilUtcMs + 1);
  await stateOf('pending');
  expect(await statesOf(rule)).toEqual(['pending', 'pending']);
  await link(able);
  await told([{ mutes: [{ cameraId: yard, untilUtcMs: untilUtcMs + 1 }] }]);
  await stateOf('muted');
  // Over by time: nobody says anything, here or there.
  shiftMs += 180_000;
  expect(await mutes()).toEqual({ items: [], total: 0 });
  expect(await statesOf(rule)).toEqual(['armed', 'armed']);
  shiftMs = 0;
  await mute(yard, null);
  await told([{ mutes: [] }]);
});

it('ALERT-041 says plainly where a core is too old to mute a camera, and tells it once it is newer', async () => {
  await link(old);
  const rule = await addRule([gate]);
  await vi.waitFor(async () => expect(await statesOf(rule)).toEqual(['armed']), soon);
  const untilUtcMs = clock() + hourMs;
  expect((await mute(gate, untilUtcMs)).body.mute).toMatchObject({ state: 'coreTooOld' });
  // It alerts all the same, and nobody is told otherwise.
  await told([{ snoozedUntilUtcMs: null }]);
  await vi.waitFor(async () => expect(await statesOf(rule)).toEqual(['armed']), soon);
  core.edge.send({ type: 'capabilities', capabilities: able });
  await stateOf('muted');
  await told([{ mutes: [{ cameraId: gate, untilUtcMs }] }]);
});
