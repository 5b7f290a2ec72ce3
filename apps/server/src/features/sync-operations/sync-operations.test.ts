import { createHash } from 'node:crypto';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { contentHashText } from '@sightline/contracts/link/link-operations';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { SyncOperation } from '@sightline/contracts/sync-operations/sync-operation';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
});
afterAll(() => server.stop());
beforeEach(async () => {
  edge = await makeTestEdge(server, owner);
});

const addCamera = async (): Promise<Camera> => {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  const credentials = { username: 'admin', password: 'hunter-two' };
  return (
    await owner.call(camerasCalls.create, {
      body: { name: 'Gate', edgeId: edge.edgeId, locationId: edge.locationId, streams, credentials },
    })
  ).body;
};
const rename = (camera: Camera, name: string) =>
  owner.call(camerasCalls.update, { params: { id: camera.id }, body: { name } });
const nameOf = async (camera: Camera): Promise<string> =>
  (await owner.call(camerasCalls.get, { params: { id: camera.id } })).body.name;
const key = (edgeLogId: number) => ({ body: { edgeId: edge.edgeId, edgeLogId } });
const waiting = async (): Promise<SyncOperation[]> =>
  (await owner.call(syncOperationsCalls.next, { query: { edgeId: edge.edgeId } })).body.items;
const lastCommitted = async (): Promise<SyncOperation | null> =>
  (await owner.call(syncOperationsCalls.lastCommitted, { query: { edgeId: edge.edgeId } })).body.operation;
const hash = (entities: { id: string; revision: number }[]): string =>
  createHash('sha256').update(contentHashText(entities)).digest('hex');
const commit = async (sequence: number, entities: { id: string; revision: number }[]): Promise<void> => {
  edge.send({ type: 'applied', sequence, contentHash: hash(entities) });
  await vi.waitFor(async () => expect((await lastCommitted())?.edgeLogId).toBe(sequence));
};
/** A camera that the core has, over a link that stays. */
const committedCamera = async (): Promise<Camera> => {
  const camera = await addCamera();
  await edge.connect();
  await edge.next('operation');
  await commit(1, [{ id: camera.id, revision: 1 }]);
  edge.lastOperation = 1;
  return camera;
};
const changes = ['publish', 'cancel', 'resetPublishCounter'] as const;

describe('the queue refuses', () => {
  it.each(changes)(
    'SYNC-008 to %s for a core of another organization, and for a number that is not there',
    async (name) => {
      await addCamera();
      const stranger = await server.person();
      expect((await stranger.call(syncOperationsCalls[name], key(1))).body).toMatchObject({ code: 'not_found' });
      expect((await owner.call(syncOperationsCalls[name], key(99))).body).toMatchObject({ code: 'not_found' });
      expect(await waiting()).toMatchObject([{ edgeLogId: 1, state: 'uncommitted' }]);
    },
  );

  it.each(changes)('SYNC-008 to %s for somebody who may only look', async (name) => {
    await addCamera();
    const looker = await server.person({
      organizationId: owner.session.activeOrganizationId ?? '',
      permissions: ['CoreView'],
    });
    expect((await looker.call(syncOperationsCalls[name], key(1))).body).toMatchObject({ code: 'forbidden' });
    const { items } = (await looker.call(syncOperationsCalls.next, { query: { edgeId: edge.edgeId } })).body;
    expect(items).toMatchObject([{ entityName: null, can: { retry: false, cancel: false, reset: false } }]);
  });

  it('SYNC-003 to take a new camera away for somebody who may not delete it', async () => {
    const camera = await addCamera();
    const permissions = ['CoreView', 'CoreEdit', 'CameraView', 'CameraEdit'] as const;
    const organizationId = owner.session.activeOrganizationId ?? '';
    const installer = await server.person({ organizationId, permissions: [...permissions] });
    expect(await installer.call(syncOperationsCalls.cancel, key(1))).toMatchObject({
      status: 403,
      body: { code: 'forbidden', data: { permission: 'CameraDelete' } },
    });
    const listed = async (person: TestPerson) =>
      (await person.call(syncOperationsCalls.next, { query: { edgeId: edge.edgeId } })).body.items;
    expect(await listed(installer)).toMatchObject([
      { entityName: 'Gate', can: { retry: true, cancel: false, reset: true } },
    ]);
    const keeper = await server.person({ organizationId, permissions: [...permissions, 'CameraDelete'] });
    expect(await listed(keeper)).toMatchObject([{ can: { cancel: true } }]);
    expect(await nameOf(camera)).toBe('Gate');
    expect((await keeper.call(syncOperationsCalls.cancel, key(1))).status).toBe(200);
  });

  it.each(changes)('SYNC-002 SYNC-003 SYNC-004 to %s what is committed', async (name) => {
    await committedCamera();
    expect(await owner.call(syncOperationsCalls[name], key(1))).toMatchObject({
      status: 409,
      body: { code: 'operation_committed' },
    });
  });

  it('SYNC-003 to cancel what a later change waits behind, what was cancelled, and what takes something back', async () => {
    const camera = await committedCamera();
    edge.hangUp();
    await rename(camera, 'Second');
    await rename(camera, 'Third');
    expect((await owner.call(syncOperationsCalls.cancel, key(2))).body).toMatchObject({ code: 'operation_superseded' });
    expect((await owner.call(syncOperationsCalls.cancel, key(3))).status).toBe(200);
    for (const edgeLogId of [3, 4])
      expect((await owner.call(syncOperationsCalls.cancel, key(edgeLogId))).body).toMatchObject({ code: 'conflict' });
  });

  it('SYNC-003 to cancel what lies outside of the camera, and what was made before contents were kept', async () => {
    const camera = await committedCamera();
    edge.hangUp();
    await owner.call(locationsCalls.update, { params: { id: edge.locationId }, body: { timeZone: 'Asia/Tokyo' } });
    expect((await owner.call(syncOperationsCalls.cancel, key(2))).body).toMatchObject({ code: 'operation_not_kept' });
    await rename(camera, 'Later');
    await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
      trx
        .updateTable('operations')
        .set({ content: null })
        .where('edgeId', '=', edge.edgeId)
        .where('sequence', '=', 2)
        .execute(),
    );
    expect((await owner.call(syncOperationsCalls.cancel, key(3))).body).toMatchObject({ code: 'operation_not_kept' });
    expect(await nameOf(camera)).toBe('Later');
  });

  it('SYNC-003 to bring an address back that another camera has by now', async () => {
    const camera = await committedCamera();
    edge.hangUp();
    const url = camera.streams[0]?.url ?? '';
    const streams = [{ kind: 'main' as const, url }];
    await owner.call(camerasCalls.remove, { params: { id: camera.id } });
    await owner.call(camerasCalls.create, {
      body: { name: 'Second', edgeId: edge.edgeId, locationId: edge.locationId, streams },
    });
    expect((await owner.call(syncOperationsCalls.cancel, key(2))).body).toMatchObject({ code: 'camera_duplicate' });
    expect((await owner.call(camerasCalls.get, { params: { id: camera.id } })).status).toBe(404);
  });

  it('SYNC-007 a cursor that is no number', async () => {
    const cursor = Buffer.from(JSON.stringify(['x', newId()])).toString('base64url');
    expect((await owner.call(syncOperationsCalls.next, { query: { edgeId: edge.edgeId, cursor } })).body).toMatchObject(
      { code: 'validation_failed' },
    );
  });
});

describe('the queue', () => {
  it('SYNC-001 SYNC-006 SYNC-007 SYNC-019 holds a change until the core acknowledges it, in order and in pages', async () => {
    const camera = await addCamera();
    await rename(camera, 'Renamed');
    expect(await lastCommitted()).toBeNull();
    expect(await waiting()).toMatchObject([
      {
        edgeId: edge.edgeId,
        edgeLogId: 1,
        entityId: camera.id,
        entityName: 'Renamed',
        revision: 1,
        state: 'uncommitted',
        publishCount: 0,
      },
      { edgeLogId: 2, revision: 2, state: 'uncommitted' },
    ]);
    const page = (await owner.call(syncOperationsCalls.next, { query: { edgeId: edge.edgeId, limit: 1 } })).body;
    const rest = await owner.call(syncOperationsCalls.next, {
      query: { edgeId: edge.edgeId, limit: 1, cursor: page.nextCursor ?? '' },
    });
    expect(rest.body).toMatchObject({ items: [{ edgeLogId: 2 }], nextCursor: null, total: { value: 2 } });
    await edge.connect();
    await edge.next('operation', ({ operation }) => operation.sequence === 2);
    expect((await waiting())[1]).toMatchObject({
      edgeLogId: 2,
      state: 'published',
      publishCount: 1,
      nextPublishAt: expect.any(Number) as number,
    });
    await commit(2, [{ id: camera.id, revision: 2 }]);
    expect(await waiting()).toEqual([]);
    expect(await lastCommitted()).toMatchObject({ edgeLogId: 2, state: 'committed', nextPublishAt: null });
  });

  it('SYNC-002 SYNC-008 sends again at once what is retried, over the same link, and counts it', async () => {
    const camera = await addCamera();
    await edge.connect();
    await edge.next('operation');
    edge.received.length = 0;
    expect((await owner.call(syncOperationsCalls.publish, key(1))).status).toBe(200);
    expect((await edge.next('operation')).operation).toMatchObject({ sequence: 1, entityId: camera.id });
    expect((await waiting())[0]).toMatchObject({ publishCount: 2 });
  });

  it('SYNC-001 asks again over a new link for an answer that was lost with the old one', async () => {
    const camera = await addCamera();
    await edge.connect();
    await edge.next('operation');
    edge.hangUp();
    // The core has applied it, and its answer never came.
    edge.lastOperation = 1;
    await edge.connect();
    expect((await edge.next('operation')).operation).toMatchObject({ sequence: 1 });
    await commit(1, [{ id: camera.id, revision: 1 }]);
  });

  it('SYNC-004 SYNC-008 begins to count and to wait anew after a reset', async () => {
    await addCamera();
    await edge.connect();
    await edge.next('operation');
    edge.hangUp();
    await vi.waitFor(async () =>
      expect((await owner.call(edgesCalls.get, { params: { id: edge.edgeId } })).body.state).toBe('offline'),
    );
    expect((await owner.call(syncOperationsCalls.resetPublishCounter, key(1))).body).toMatchObject({ publishCount: 0 });
    await edge.connect();
    await edge.next('operation');
    expect((await waiting())[0]).toMatchObject({ publishCount: 1 });
  });

  it('SYNC-003 takes a change back by a further revision, with name, address and password of before', async () => {
    const camera = await committedCamera();
    edge.hangUp();
    const url = camera.streams[0]?.url ?? '';
    const streams = [
      { kind: 'main' as const, url: 'rtsp://10.0.0.7/elsewhere' },
      { kind: 'sub' as const, url: 'rtsp://10.0.0.7/small' },
    ];
    const body = { name: 'Changed', streams, credentials: { username: 'other', password: 'another' } };
    expect((await owner.call(camerasCalls.update, { params: { id: camera.id }, body })).status).toBe(200);
    expect((await owner.call(syncOperationsCalls.cancel, key(2))).body).toMatchObject({
      state: 'cancelled',
      can: { cancel: false },
    });
    expect(await waiting()).toMatchObject([
      { edgeLogId: 3, revision: 3, cancels: 2, can: { cancel: false, retry: true } },
    ]);
    await edge.connect();
    const { operation } = await edge.next('operation');
    expect(operation).toMatchObject({
      sequence: 3,
      revision: 3,
      desired: { name: 'Gate', credentials: { username: 'admin', password: 'hunter-two' } },
    });
    expect(operation.desired?.streams).toMatchObject([{ id: camera.streams[0]?.id, url }]);
    await commit(3, [{ id: camera.id, revision: 3 }]);
    expect((await owner.call(edgesCalls.get, { params: { id: edge.edgeId } })).body.isSync).toBe(true);
  });

  it('SYNC-003 takes a new camera away and brings a deleted one back', async () => {
    const fresh = await addCamera();
    expect((await owner.call(syncOperationsCalls.cancel, key(1))).status).toBe(200);
    expect((await owner.call(camerasCalls.get, { params: { id: fresh.id } })).status).toBe(404);
    const camera = await addCamera();
    await edge.connect();
    await edge.next('operation', ({ operation }) => operation.sequence === 3);
    await commit(3, [{ id: camera.id, revision: 1 }]);
    edge.hangUp();
    await owner.call(camerasCalls.remove, { params: { id: camera.id } });
    expect((await owner.call(syncOperationsCalls.cancel, key(4))).status).toBe(200);
    expect(await nameOf(camera)).toBe('Gate');
    edge.lastOperation = 3;
    await edge.connect();
    const { operation } = await edge.next('operation', ({ operation: next }) => next.sequence === 5);
    expect(operation).toMatchObject({ desired: { credentials: { password: 'hunter-two' } } });
  });

  it('keeps no password of before once the change is committed', async () => {
    const camera = await committedCamera();
    await owner.call(camerasCalls.update, {
      params: { id: camera.id },
      body: { credentials: { username: 'admin', password: 'newer' } },
    });
    await edge.next('operation', ({ operation }) => operation.sequence === 2);
    await commit(2, [{ id: camera.id, revision: 2 }]);
    const rows = await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
      trx
        .selectFrom('operations')
        .select(['sequence', 'sealed'])
        .where('edgeId', '=', edge.edgeId)
        .orderBy('sequence')
        .execute(),
    );
    expect(rows.map(({ sealed }) => sealed !== null)).toEqual([false, true]);
  });
});

describe('cores out of sync', () => {
  it('SYNC-009 SYNC-017 SYNC-020 are counted and listed by name, location and state, and only where they may be seen', async () => {
    const person = await server.person();
    edge = await makeTestEdge(server, person);
    const { locationId, edgeId } = edge;
    const list = async (body: object, by = person) =>
      (await by.call(syncOperationsCalls.unsyncedEdges, { body })).body.items.map((item) => item.edgeId);
    expect(await list({})).toEqual([]);
    const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }];
    await person.call(camerasCalls.create, { body: { name: 'Gate', edgeId, locationId, streams } });
    expect((await person.call(syncOperationsCalls.organization, {})).body).toEqual({
      edges: 1,
      inSync: 0,
      outOfSync: 1,
      uncommitted: 1,
    });
    expect(await list({}, await server.person())).toEqual([]);
    const elsewhere = (await person.call(locationsCalls.create, { body: { name: 'Elsewhere', timeZone: 'UTC' } })).body;
    const neighbour = await server.person({
      organizationId: person.session.activeOrganizationId,
      locationId: elsewhere.id,
      permissions: ['CoreView'],
    });
    expect(await list({}, neighbour)).toEqual([]);
    expect((await neighbour.call(syncOperationsCalls.organization, {})).body).toMatchObject({
      edges: 0,
      uncommitted: 0,
    });
    expect(await list({ search: 'nothing' })).toEqual([]);
    expect(await list({ states: ['online'] })).toEqual([]);
    expect(await list({ locationId: newId() })).toEqual([]);
    expect(await list({ search: 'cor', states: ['offline'], locationId })).toEqual([edgeId]);
    expect((await person.call(syncOperationsCalls.unsyncedEdges, { body: {} })).body.items).toMatchObject([
      { reason: 'uncommitted', uncommitted: 1 },
    ]);
    expect((await person.call(edgesCalls.list, { query: {} })).body.items).toMatchObject([{ isSync: false }]);
  });

  it('SYNC-005 SYNC-009 are found by asking them, entity by entity, and repaired', async () => {
    const camera = await committedCamera();
    const strangeId = newId();
    const validate = async () =>
      (await owner.call(syncOperationsCalls.validate, { query: { edgeId: edge.edgeId } })).body;
    let entities = [{ id: camera.id, revision: 1, isLive: true }];
    edge.answer('sync.content', () => ({ lastOperation: 1, entities }));
    expect(await validate()).toMatchObject({ isSync: true, differences: [], canRepair: false });
    entities = [
      { id: camera.id, revision: 7, isLive: true },
      { id: strangeId, revision: 2, isLive: true },
    ];
    const found = await validate();
    expect(found).toMatchObject({ isSync: false, uncommitted: 0, canRepair: true });
    expect(
      new Set(found.differences.map(({ entityId, kind, entityName }) => `${entityId} ${kind} ${String(entityName)}`)),
    ).toEqual(new Set([`${camera.id} other Gate`, `${strangeId} extra null`]));
    expect((await owner.call(edgesCalls.get, { params: { id: edge.edgeId } })).body.isSync).toBe(false);
    expect((await owner.call(syncOperationsCalls.repair, { body: { edgeId: edge.edgeId } })).body).toEqual({
      operations: 2,
    });
    expect((await edge.next('operation', ({ operation }) => operation.entityId === strangeId)).operation).toMatchObject(
      { revision: 3, desired: null },
    );
    const told = await edge.next(
      'operation',
      ({ operation }) => operation.entityId === camera.id && operation.sequence > 1,
    );
    expect(told.operation).toMatchObject({ revision: 8, desired: { name: 'Gate' } });
    await commit(3, [{ id: camera.id, revision: 8 }]);
    entities = [
      { id: camera.id, revision: 8, isLive: true },
      { id: strangeId, revision: 3, isLive: false },
    ];
    expect(await validate()).toMatchObject({ isSync: true, differences: [] });
    expect((await owner.call(edgesCalls.get, { params: { id: edge.edgeId } })).body.isSync).toBe(true);
  });

  it('are told nothing of the cameras of another core that they claim to hold', async () => {
    const camera = await addCamera();
    edge = await makeTestEdge(server, owner);
    await edge.connect();
    edge.answer('sync.content', () => ({ lastOperation: 0, entities: [{ id: camera.id, revision: 1, isLive: true }] }));
    expect((await owner.call(syncOperationsCalls.repair, { body: { edgeId: edge.edgeId } })).body).toEqual({
      operations: 1,
    });
    expect((await edge.next('operation')).operation).toMatchObject({ entityId: camera.id, desired: null });
    await commit(1, []);
    expect(await owner.call(camerasCalls.get, { params: { id: camera.id } })).toMatchObject({
      status: 200,
      body: { isSync: false, revision: 1 },
    });
  });

  it('SYNC-015 cannot be asked while they are offline', async () => {
    expect((await owner.call(syncOperationsCalls.validate, { query: { edgeId: edge.edgeId } })).body).toMatchObject({
      code: 'core_offline',
    });
  });
});
