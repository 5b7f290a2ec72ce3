import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { cameraDevicesCalls } from '@sightline/contracts/camera-devices/camera-devices.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
});

const addCamera = async (name: string, host = '10.0.2.1'): Promise<string> => {
  const streams = [{ kind: 'main' as const, url: `rtsp://${host}/1` }];
  const credentials = { username: 'admin', password: 'S3cret-Old' };
  const body = {
    name,
    edgeId: edge.edgeId,
    locationId: edge.locationId,
    streams,
    credentials,
    onvif: { host, port: 80 },
  };
  return (await owner.call(camerasCalls.create, { body })).body.id;
};
const act = (person: TestPerson, id: string, action: object) =>
  person.call(cameraDevicesCalls.act, { params: { id }, body: { action } as never });
const audited = async () =>
  (await owner.call(auditCalls.findByFilter, { query: { limit: 30 }, body: {} })).body.items
    .map(({ method }) => method)
    .filter((method) => method.startsWith('camera.'));

describe('the device of a camera', () => {
  it('is asked for nobody who may not see the camera, and set by nobody who may not change it', async () => {
    const id = await addCamera('Gate');
    const stranger = await server.person();
    expect((await stranger.call(cameraDevicesCalls.state, { params: { id } })).status).toBe(404);
    expect((await act(stranger, id, { kind: 'reboot' })).status).toBe(404);
    const viewer = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['CameraView'],
    });
    expect((await act(viewer, id, { kind: 'reboot' })).status).toBe(403);
    expect((await viewer.call(cameraDevicesCalls.state, { params: { id } })).body).toMatchObject({
      code: 'core_offline',
    });
    expect((await act(owner, id, { kind: 'move', pan: 2, tilt: 0, zoom: 0 })).body).toMatchObject({
      code: 'validation_failed',
    });
    expect((await act(owner, id, { kind: 'explode' })).body).toMatchObject({ code: 'validation_failed' });
    expect(await audited()).toEqual(['camera.create']);
  });

  it('keeps its refusal, and the audit has both that it was asked and that it was refused', async () => {
    const id = await addCamera('Gate');
    await edge.connect();
    edge.answer('onvif.act', () => {
      throw Object.assign(new Error('no'), { code: 'onvif_unsupported' });
    });
    expect((await act(owner, id, { kind: 'setImaging', brightness: 0.5 })).body).toMatchObject({
      code: 'onvif_unsupported',
    });
    const { items } = (await owner.call(auditCalls.findByFilter, { query: { limit: 30 }, body: {} })).body;
    const asked = { kind: 'setImaging', brightness: 0.5 };
    expect(items.filter(({ method }) => method === 'camera.setImaging').map(({ data }) => data)).toEqual([
      { action: asked, failure: 'onvif_unsupported' },
      { action: asked },
    ]);
  });

  it('is written down before it is asked, so that a restart whose answer never comes has its author', async () => {
    const id = await addCamera('Gate');
    await edge.connect();
    const answer = act(owner, id, { kind: 'reboot' });
    await edge.next('request', ({ command }) => command === 'onvif.act');
    expect(await audited()).toEqual(['camera.reboot', 'camera.create']);
    edge.hangUp();
    expect((await answer).body).toMatchObject({ code: 'core_offline' });
  });

  it('says its state, does what it is asked, and everything but a stop stands in the audit', async () => {
    const id = await addCamera('Gate');
    await edge.connect();
    const state = {
      atUtcMs: Date.now(),
      clockOffsetMs: 7_200_000,
      presets: [{ token: '1', name: 'Door' }],
      imaging: null,
      isMoving: false,
      hasHead: true,
      events: null,
    };
    edge.answer('onvif.state', () => state);
    edge.answer('onvif.act', ({ action }: { action: { kind: string } }) => ({
      preset: action.kind === 'savePreset' ? '2' : null,
    }));
    expect((await owner.call(cameraDevicesCalls.state, { params: { id } })).body).toEqual(state);
    expect((await act(owner, id, { kind: 'savePreset', name: 'Till' })).body).toEqual({ preset: '2' });
    for (const kind of ['setClock', 'stop'] as const) expect((await act(owner, id, { kind })).status).toBe(200);
    expect((await act(owner, id, { kind: 'move', pan: 1, tilt: 0, zoom: 0 })).status).toBe(200);
    expect((await audited()).sort()).toEqual(['camera.create', 'camera.savePreset', 'camera.setClock', 'camera.turn']);
  });

  it('turns for as long as a button is held with one line in the audit', async () => {
    const id = await addCamera('Gate');
    await edge.connect();
    edge.answer('onvif.act', () => ({ preset: null }));
    const left = { kind: 'move', pan: -0.5, tilt: 0, zoom: 0, timeoutMs: 2_000 };
    for (const action of [left, left, left, { kind: 'stop' }, left])
      expect((await act(owner, id, action)).status).toBe(200);
    expect((await audited()).filter((method) => method === 'camera.turn')).toHaveLength(2);
  });

  it('that restarts is announced to those who see the camera', async () => {
    const id = await addCamera('Gate');
    await edge.connect();
    edge.answer('onvif.act', () => ({ preset: null }));
    const listener = await listenWith(server.url, owner.session.accessToken);
    expect((await act(owner, id, { kind: 'reboot' })).status).toBe(200);
    await expect.poll(() => listener.kinds()).toContain('cameras.reboot');
    listener.socket.close();
  });
});

describe('credentials of many cameras', () => {
  const set = (person: TestPerson, cameraIds: string[]) =>
    person.call(cameraDevicesCalls.setCredentials, {
      body: { cameraIds, credentials: { username: 'root', password: 'S3cret-New' } },
    });

  it('change for none when one of them is not there or must not be changed', async () => {
    const id = await addCamera('Gate');
    expect((await set(owner, [id, newId()])).status).toBe(404);
    expect((await set(owner, [])).status).toBe(400);
    const viewer = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['CameraView', 'CameraEdit'],
      cameraId: id,
    });
    const other = await addCamera('Yard', '10.0.2.2');
    expect((await set(viewer, [id, other])).status).toBe(404);
    expect((await owner.call(camerasCalls.get, { params: { id } })).body).toMatchObject({
      username: 'admin',
      revision: 1,
    });
  });

  it('are not taken away by an empty form', async () => {
    const id = await addCamera('Gate');
    const empty = (username: string) =>
      owner.call(cameraDevicesCalls.setCredentials, {
        body: { cameraIds: [id], credentials: { username, password: '' } },
      });
    for (const username of ['', '  '])
      expect((await empty(username)).body).toMatchObject({ code: 'validation_failed' });
    expect((await owner.call(camerasCalls.get, { params: { id } })).body).toMatchObject({
      username: 'admin',
      hasPassword: true,
    });
  });

  it('reach the core, once for each camera, and are told to nobody', async () => {
    const ids = [await addCamera('Gate'), await addCamera('Yard', '10.0.2.2')];
    await edge.connect();
    const answer = await set(owner, [...ids, ...ids]);
    expect(answer.body.results).toEqual(ids.map((cameraId) => ({ cameraId, cause: null })));
    for (const cameraId of ids) {
      const { operation } = await edge.next(
        'operation',
        (message) => message.operation.entityId === cameraId && message.operation.revision === 2,
      );
      expect(operation.desired?.credentials).toEqual({ username: 'root', password: 'S3cret-New' });
    }
    expect((await owner.call(camerasCalls.get, { params: { id: ids[0] ?? '' } })).body).toMatchObject({
      username: 'root',
      hasPassword: true,
    });
    expect(JSON.stringify(answer.body)).not.toContain('S3cret');
    expect(server.logged()).not.toContain('S3cret');
  });
});
