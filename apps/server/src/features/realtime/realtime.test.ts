import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { listenWith, type TestListener } from '../../../testing/realtime/test-listener.ts';

let server: TestServer;
let owner: TestPerson;
let locationId: string;
let edgeId: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  locationId = (await owner.call(locationsCalls.create, { body: { name: 'Site', timeZone: 'UTC' } })).body.id;
  edgeId = (await owner.call(edgesCalls.create, { body: { name: 'Core', locationId } })).body.id;
});

const listen = (person: TestPerson): Promise<TestListener> => listenWith(server.url, person.session.accessToken);

const addCamera = (at = locationId) =>
  owner.call(camerasCalls.create, {
    body: { name: 'Gate', edgeId, locationId: at, streams: [{ kind: 'main', url: `rtsp://10.0.0.1/${newId()}` }] },
  });

describe('realtime', () => {
  it('RT-021 refuses a false token, and ends what is no message', async () => {
    const person = { session: { accessToken: 'false' } } as TestPerson;
    expect((await listen(person)).heard).toEqual([{ type: 'refused', code: 'unauthenticated' }]);
    const { socket } = await listen(owner);
    socket.send('nonsense');
    await new Promise((resolve) => socket.once('close', resolve));
  });

  it('refuses somebody without an organization', async () => {
    expect((await listen(await server.person({ organizationId: null }))).heard).toEqual([
      { type: 'refused', code: 'no_organization' },
    ]);
  });

  it('tells who may see it, in order and numbered, and nobody else', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    const below = (
      await owner.call(locationsCalls.create, { body: { name: 'Yard', timeZone: 'UTC', parentId: locationId } })
    ).body.id;
    const guard = await server.person({ organizationId, permissions: ['CameraView'], locationId: below });
    const [mine, guards, strangers] = await Promise.all([listen(owner), listen(guard), listen(await server.person())]);
    const top = await addCamera();
    const low = await addCamera(below);
    await owner.call(camerasCalls.remove, { params: { id: top.body.id } });
    await vi.waitFor(() => expect(mine.deeds()).toEqual(['cameras.changed', 'cameras.changed', 'cameras.removed']));
    expect(mine.heard.map((message) => (message.type === 'event' ? message.sequence : 0))).toEqual(
      mine.heard.map((_, index) => index),
    );
    await vi.waitFor(() => expect(guards.deeds()).toEqual(['cameras.changed']));
    expect(JSON.stringify(guards.heard)).toContain(low.body.id);
    expect(JSON.stringify(guards.heard)).not.toContain(top.body.id);
    expect(strangers.deeds()).toEqual([]);
  });

  it('tells of events whoever may see, replay or search the camera, and nobody else', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    const cameraId = (await addCamera()).body.id;
    const listenAs = async (permission: string): Promise<TestListener> =>
      listen(await server.person({ organizationId, permissions: [permission], locationId }));
    const [seeing, replaying, searching, other] = await Promise.all(
      ['CameraView', 'PlaybackView', 'SearchView', 'CoreView'].map(listenAs),
    );
    const stranger = await listen(await server.person());
    const event = { kind: 'events.revised', cameraId, locationId, events: [] };
    server.platform.bus.publish('realtime.volatile', { organizationId, event });
    for (const listener of [seeing, replaying, searching])
      await vi.waitFor(() => expect(listener?.deeds()).toContain('events.revised'));
    expect(other?.deeds()).not.toContain('events.revised');
    expect(stranger.deeds()).toEqual([]);
  });

  it('tells of cores and cameras whoever has a right on just these', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    const [first, second] = [(await addCamera()).body.id, (await addCamera()).body.id];
    const ofCamera = await listen(
      await server.person({ organizationId, permissions: ['CameraView'], cameraId: first }),
    );
    const ofCore = await listen(await server.person({ organizationId, permissions: ['CameraView'], edgeId }));
    for (const id of [first, second])
      await owner.call(camerasCalls.update, { params: { id }, body: { name: 'Renamed' } });
    await vi.waitFor(() => expect(ofCore.deeds()).toEqual(['cameras.changed', 'cameras.changed']));
    await vi.waitFor(() => expect(ofCamera.deeds()).toEqual(['cameras.changed']));
    expect(JSON.stringify(ofCamera.heard)).not.toContain(second);
  });

  it('tells those whose rights changed, and nobody else, and goes on by the new rights', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    const guard = await server.person({ organizationId, permissions: ['LocationView'] });
    const [his, bystander] = await Promise.all([
      listen(guard),
      listen(await server.person({ organizationId, permissions: ['LocationView'] })),
    ]);
    const { id, revision } = (await owner.call(permissionGroupsCalls.create, { body: { name: `Group ${newId()}` } }))
      .body;
    const changes = [
      { action: 'changePermission' as const, permission: 'CameraView' as const, entityId: edgeId, isAllowed: true },
    ];
    await owner.call(permissionGroupsCalls.change, { params: { id }, body: { changes, revision } });
    await owner.call(permissionGroupsCalls.setUsers, {
      params: { id },
      body: { users: [guard.userId], revision: revision + 1 },
    });
    await vi.waitFor(() => expect(his.deeds()).toEqual(['permissions.changed']));
    await addCamera();
    await vi.waitFor(() => expect(his.deeds()).toEqual(['permissions.changed', 'cameras.changed']));
    await owner.call(permissionGroupsCalls.setUsers, { params: { id }, body: { users: [], revision: revision + 2 } });
    await vi.waitFor(() => expect(his.deeds()).toHaveLength(3));
    await addCamera();
    await owner.call(locationsCalls.update, { params: { id: locationId }, body: { name: 'Renamed' } });
    await vi.waitFor(() => expect(his.deeds().slice(2)).toEqual(['permissions.changed', 'locations.changed']));
    expect(bystander.deeds()).toEqual(['locations.changed']);
  });

  it('RT-016 names the session and the person that did it, so that a screen knows its own changes', async () => {
    const mine = await listen(owner);
    await addCamera();
    await vi.waitFor(() => expect(mine.deeds()).toHaveLength(1));
    const claims = JSON.parse(Buffer.from(owner.session.accessToken.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string;
    };
    expect(mine.heard[1]).toMatchObject({
      actorSessionId: claims.sid,
      actorUserId: owner.userId,
      level: 'INFO',
      showToast: true,
    });
  });

  it('tells later what a process could not publish before it died', async () => {
    const mine = await listen(owner);
    const { database } = server.platform;
    const event = JSON.stringify({ kind: 'locations.changed', locationId });
    const row = {
      id: newId(),
      organizationId: owner.session.activeOrganizationId ?? '',
      actorSessionId: null,
      event,
      createdAt: new Date(Date.now() - 10_000),
    };
    await database.global.insertInto('changes').values(row).execute();
    // On a slow machine the sweeper may tell something of an earlier test once more.
    await vi.waitFor(() => expect(mine.deeds()).toContain('locations.changed'), { timeout: 15_000 });
  });

  it('tells a browser that reads too slowly to fetch anew, and tells the others everything', async () => {
    const [slow, quick] = await Promise.all([listen(owner), listen(owner)]);
    slow.socket.pause();
    const organizationId = owner.session.activeOrganizationId ?? '';
    const detail = Array.from({ length: 1_500 }, () => ({
      id: newId(),
      status: { state: 'online', cause: null, sinceUtcMs: 1 },
    }));
    const event = {
      kind: 'cameras.status',
      cameraId: newId(),
      locationId,
      status: { state: 'online', part: null, cause: null, sinceUtcMs: 1, isFlapping: false },
      streams: detail,
    };
    for (let count = 0; count < 120; count += 1)
      server.platform.bus.publish('realtime.volatile', { organizationId, event });
    await vi.waitFor(() => expect(quick.kinds()).toHaveLength(120), { timeout: 10_000 });
    slow.socket.resume();
    await addCamera();
    await vi.waitFor(() => expect(slow.heard.some((message) => message.type === 'refetch')).toBe(true), {
      timeout: 25_000,
    });
    expect(slow.kinds().length).toBeLessThan(121);
    expect(quick.heard.some((message) => message.type === 'refetch')).toBe(false);
  }, 40_000);

  it('says goodbye when the session ends', async () => {
    const mine = await listen(owner);
    await owner.call(sessionsCalls.signOut, {});
    await vi.waitFor(() => expect(mine.deeds()).toEqual(['sessions.ended']));
    await vi.waitFor(() => expect(mine.socket.readyState).toBe(WebSocket.CLOSED));
  });
});
