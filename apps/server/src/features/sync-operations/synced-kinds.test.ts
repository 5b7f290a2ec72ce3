import type { Camera } from '@sightline/contracts/cameras/camera';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { CameraConfig, Operation } from '@sightline/contracts/link/link-operations';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge } from '../../../testing/link/test-edge.ts';
import { PlayedCore } from '../../../testing/sync-operations/test-core.ts';

const allKinds = Object.keys(syncedKinds);
const soon = { timeout: 30_000 };

let server: TestServer;
let owner: TestPerson;
let core: PlayedCore;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = new PlayedCore(await makeTestEdge(server, owner));
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const addCamera = async (locationId = core.edge.locationId, name = 'Gate'): Promise<Camera> => {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  const settings = { recognition: { forklift: true } };
  const body = { name, edgeId: core.edge.edgeId, locationId, streams, settings };
  return (await owner.call(camerasCalls.create, { body })).body;
};
const allow = async (body: object): Promise<void> =>
  expect((await owner.call(organizationsCalls.setAnalyticsSwitches, { body })).status).toBe(200);
const wantFaces = async (faceRecognition: boolean, id = core.edge.locationId): Promise<void> =>
  expect((await owner.call(locationsCalls.update, { params: { id }, body: { faceRecognition } })).status).toBe(200);
const partOfSite = async (name: string): Promise<string> =>
  (await owner.call(locationsCalls.create, { body: { name, timeZone: 'UTC', parentId: core.edge.locationId } })).body
    .id;
const cameraNow = async ({ id }: Camera): Promise<Camera> =>
  (await owner.call(camerasCalls.get, { params: { id } })).body;
const waiting = async (person = owner) =>
  (await person.call(syncOperationsCalls.next, { query: { edgeId: core.edge.edgeId, limit: 200 } })).body.items;
const notices = async () =>
  (await owner.call(edgesCalls.notices, { params: { id: core.edge.edgeId }, query: {} })).body.items;
const untilSync = () =>
  vi.waitFor(async () => {
    const { body } = await owner.call(edgesCalls.get, { params: { id: core.edge.edgeId } });
    expect({ isSync: body.isSync, waiting: await waiting() }).toEqual({ isSync: true, waiting: [] });
  }, soon);
const configOf = ({ id }: Camera): CameraConfig =>
  syncedKinds.camera.parse(core.live('camera').find((one) => one.id === id)?.content);
const kindsOf = (operations: readonly Operation[]): string[] => operations.map(({ entity }) => entity);

describe('a core that knows cameras alone', () => {
  it('is told of nothing else, and what organization and location forbid is part of its cameras', async () => {
    const camera = await addCamera();
    await core.link();
    await allow({ forklift: false });
    await wantFaces(false);
    await vi.waitFor(
      () =>
        expect(configOf(camera)).toMatchObject({
          locationId: null,
          organizationId: null,
          analysis: { comparesFaces: false, readsPlates: true },
          settings: { recognition: { forklift: false } },
        }),
      soon,
    );
    await untilSync();
    expect(new Set(kindsOf(core.heard))).toEqual(new Set(['camera']));
    expect((await cameraNow(camera)).revision).toBe(3);
  });
});

describe('a core that knows what cameras may recognise', () => {
  it('hears of organization and location before it hears of a camera, which says where it belongs', async () => {
    await core.link(allKinds);
    await untilSync();
    const camera = await addCamera();
    await untilSync();
    expect(kindsOf(core.heard)).toEqual(['organizationSwitches', 'locationPrivacy', 'camera']);
    expect(configOf(camera)).toMatchObject({
      locationId: core.edge.locationId,
      organizationId: organizationId(),
      settings: { recognition: { forklift: true } },
    });
    expect(await notices()).toEqual([]);
  });

  it('is told of a switch, and of a location, by one operation each, and cameras stay as they are', async () => {
    const cameras = [await addCamera(), await addCamera()];
    await core.link(allKinds);
    await untilSync();
    const before = await Promise.all(cameras.map(cameraNow));
    core.heard = [];
    await allow({ forklift: false, licensePlates: false });
    await untilSync();
    await wantFaces(false);
    await untilSync();
    expect(core.heard).toMatchObject([
      {
        entity: 'organizationSwitches',
        entityId: organizationId(),
        desired: { allowed: { forklift: false, licensePlates: false, vehicleMMC: true } },
      },
      { entity: 'locationPrivacy', entityId: core.edge.locationId, desired: { faceRecognition: false } },
    ]);
    expect((await Promise.all(cameras.map(cameraNow))).map(({ revision }) => revision)).toEqual(
      before.map(({ revision }) => revision),
    );
    expect(configOf(cameras[0]!)).toMatchObject({ analysis: { comparesFaces: true, readsPlates: true } });
  });

  it('is told the other zone of a site with its cameras, as ever', async () => {
    const camera = await addCamera();
    await core.link(allKinds);
    await untilSync();
    await owner.call(locationsCalls.update, {
      params: { id: core.edge.locationId },
      body: { timeZone: 'Asia/Jerusalem' },
    });
    await vi.waitFor(() => expect(configOf(camera).timeZone).toBe('Asia/Jerusalem'), soon);
  });

  it('hears of another part of the site before the camera that comes there, and lets go of one without cameras', async () => {
    const camera = await addCamera();
    const lobby = await partOfSite('Lobby');
    await wantFaces(false, lobby);
    await core.link(allKinds);
    await untilSync();
    core.heard = [];
    await owner.call(camerasCalls.update, { params: { id: camera.id }, body: { locationId: lobby } });
    await untilSync();
    expect(core.heard).toMatchObject([
      { entity: 'locationPrivacy', entityId: lobby, desired: { faceRecognition: false } },
      { entity: 'locationPrivacy', entityId: core.edge.locationId, desired: null },
      { entity: 'camera', desired: { locationId: lobby } },
    ]);
    core.heard = [];
    await owner.call(camerasCalls.update, { params: { id: camera.id }, body: { locationId: core.edge.locationId } });
    await untilSync();
    // As a newer revision than the one by which it was gone.
    expect(core.live('locationPrivacy').map(({ id }) => id)).toEqual([core.edge.locationId]);
    await owner.call(camerasCalls.remove, { params: { id: camera.id } });
    await untilSync();
    expect(core.live('locationPrivacy')).toEqual([]);
  });

  it('hears the same of a camera that is taken back to where it was', async () => {
    const camera = await addCamera();
    const lobby = await partOfSite('Lobby');
    await core.link(allKinds);
    await untilSync();
    core.edge.hangUp();
    await owner.call(camerasCalls.update, { params: { id: camera.id }, body: { locationId: lobby } });
    const moved = (await waiting()).find(({ entity }) => entity === 'camera');
    expect(
      (
        await owner.call(syncOperationsCalls.cancel, {
          body: { edgeId: core.edge.edgeId, edgeLogId: moved?.edgeLogId ?? 0 },
        })
      ).status,
    ).toBe(200);
    await core.link(allKinds);
    await untilSync();
    expect(configOf(camera).locationId).toBe(core.edge.locationId);
    expect(core.live('locationPrivacy').map(({ id }) => id)).toEqual([core.edge.locationId]);
  });
});

describe('a core whose software changes', () => {
  it('is told the rest and its cameras anew when it comes to know more, and nobody is alarmed', async () => {
    const camera = await addCamera();
    await allow({ forklift: false });
    await core.link();
    await untilSync();
    expect(configOf(camera)).toMatchObject({ locationId: null, settings: { recognition: { forklift: false } } });
    await core.link(allKinds);
    await untilSync();
    expect(kindsOf(core.heard)).toEqual(['organizationSwitches', 'locationPrivacy', 'camera']);
    expect(configOf(camera)).toMatchObject({
      locationId: core.edge.locationId,
      organizationId: organizationId(),
      settings: { recognition: { forklift: true } },
    });
    expect(await notices()).toEqual([]);
    // Once: at the next link there is nothing more to say.
    await core.link(allKinds);
    await untilSync();
    expect(core.heard).toEqual([]);
  });

  it('carries the limits in its cameras again when it goes back to software of before', async () => {
    const camera = await addCamera();
    await allow({ forklift: false });
    await core.link();
    await untilSync();
    const before = structuredClone({ held: core.held, lastOperation: core.lastOperation });
    await core.link(allKinds);
    await untilSync();
    core.edge.hangUp();
    await wantFaces(false);
    // What the older software had stored is what it finds.
    Object.assign(core, before);
    await core.link();
    await untilSync();
    expect(kindsOf(core.heard)).toEqual(['camera']);
    expect(configOf(camera)).toMatchObject({
      locationId: null,
      organizationId: null,
      analysis: { comparesFaces: false },
      settings: { recognition: { forklift: false } },
    });
    expect(await notices()).toEqual([]);
  });

  it('has nothing waiting for it that it does not know, also without a camera', async () => {
    await core.link(allKinds);
    await untilSync();
    core.edge.hangUp();
    await allow({ forklift: false });
    expect(await waiting()).toMatchObject([{ entity: 'organizationSwitches' }]);
    core.held.clear();
    core.lastOperation = 0;
    await core.link();
    await untilSync();
    expect(core.heard).toEqual([]);
    await core.link(allKinds);
    await untilSync();
    expect(core.live('organizationSwitches')[0]?.content).toMatchObject({ allowed: { forklift: false } });
  });

  it('may know kinds that this server does not: nothing is made of them', async () => {
    await core.link([...allKinds, 'ofTomorrow']);
    await untilSync();
    expect(kindsOf(core.heard)).toEqual(['organizationSwitches']);
  });
});

describe('the queue with entities of several kinds', () => {
  it('SYNC-003 refuses to take back for one core what holds for all, whoever asks', async () => {
    await addCamera();
    await core.link(allKinds);
    await untilSync();
    core.edge.hangUp();
    await allow({ forklift: false });
    const [operation] = await waiting();
    expect(operation).toMatchObject({
      entity: 'organizationSwitches',
      can: { retry: true, cancel: false, reset: true },
    });
    const key = { edgeId: core.edge.edgeId, edgeLogId: operation?.edgeLogId ?? 0 };
    expect(await owner.call(syncOperationsCalls.cancel, { body: key })).toMatchObject({
      status: 409,
      body: { code: 'operation_shared' },
    });
    for (const call of ['publish', 'resetPublishCounter'] as const)
      expect((await owner.call(syncOperationsCalls[call], { body: key })).status).toBe(200);
    await core.link(allKinds);
    await untilSync();
  });

  it('names each entity for whoever may read its name', async () => {
    await addCamera();
    await core.link(allKinds);
    await untilSync();
    core.edge.hangUp();
    await allow({ forklift: false });
    await wantFaces(false);
    const named = async (person: TestPerson) =>
      (await waiting(person)).map(({ entity, entityName }) => [entity, entityName]);
    const organization = (await owner.call(organizationsCalls.getCurrent, {})).body.name;
    expect(await named(owner)).toEqual([
      ['organizationSwitches', organization],
      ['locationPrivacy', 'Site'],
    ]);
    const looker = await server.person({ organizationId: organizationId(), permissions: ['CoreView'] });
    expect(await named(looker)).toEqual([
      ['organizationSwitches', organization],
      ['locationPrivacy', null],
    ]);
  });

  it('SYNC-005 what a core holds otherwise is found, named and repaired, whatever its kind', async () => {
    await addCamera();
    await core.link(allKinds);
    await untilSync();
    const foreign = newId();
    const privacy = core.live('locationPrivacy')[0]!;
    core.held.set(`locationPrivacy:${privacy.id}`, { ...privacy, revision: 40 });
    core.held.delete(`organizationSwitches:${organizationId()}`);
    const content = { faceRecognition: true };
    core.held.set(`locationPrivacy:${foreign}`, { kind: 'locationPrivacy', id: foreign, revision: 9, content });
    const query = { edgeId: core.edge.edgeId };
    const { body: found } = await owner.call(syncOperationsCalls.validate, { query });
    expect(found.isSync).toBe(false);
    expect(found.differences).toHaveLength(3);
    expect(found.differences).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ entity: 'locationPrivacy', entityId: privacy.id, kind: 'other', entityName: 'Site' }),
        expect.objectContaining({ entity: 'organizationSwitches', kind: 'missing' }),
        expect.objectContaining({ entityId: foreign, kind: 'extra', canAdopt: false }),
      ]),
    );
    const asked = { body: { ...query, entity: 'locationPrivacy', entityId: foreign } };
    expect(await owner.call(syncOperationsCalls.adopt, asked)).toMatchObject({ status: 404 });
    expect((await owner.call(syncOperationsCalls.repair, { body: query })).body).toEqual({ operations: 3 });
    await untilSync();
    expect(core.held.get(`locationPrivacy:${foreign}`)).toMatchObject({ revision: 10, content: null });
    expect(core.live('locationPrivacy')).toMatchObject([{ id: privacy.id, content: { faceRecognition: true } }]);
  });
});
