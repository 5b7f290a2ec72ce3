import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { linkRelayPath } from '@sightline/contracts/link/link';
import { liveCalls } from '@sightline/contracts/live/live.api';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
let viewer: TestPerson;
let edge: TestEdge;
let cameraId: string;
const asked: {
  command: string;
  body: { leaseId?: string; token?: string; grant?: { playback: boolean; leaseId: string } };
}[] = [];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  viewer = await server.person({
    organizationId: owner.session.activeOrganizationId ?? '',
    permissions: ['CameraView', 'PlaybackView'],
  });
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  cameraId = (
    await owner.call(camerasCalls.create, {
      body: { name: 'Gate', edgeId: edge.edgeId, locationId: edge.locationId, streams },
    })
  ).body.id;
  await edge.connect();
  asked.length = 0;
  for (const command of ['live.offer', 'live.candidate', 'live.grant', 'live.close', 'relay.open']) {
    edge.answer(command, (body: never) => {
      asked.push({ command, body });
      return command === 'live.offer' ? { sdp: 'answer' } : command === 'live.grant' ? { known: true } : {};
    });
  }
});

/** An export that is ready to be fetched. */
const finished = {
  stream: 'main' as const,
  fromAt: new Date(0),
  toAt: new Date(1000),
  state: 'done' as const,
  bytes: 4,
  sha256: 'x',
  finishedAt: new Date(),
};
const offer = (person = viewer) =>
  person.call(liveCalls.offer, { params: { id: cameraId }, body: { sdp: 'v=0 offered' } });
const closedAtEdge = (leaseId: string): boolean =>
  asked.some(({ command, body }) => command === 'live.close' && body.leaseId === leaseId);
const takeGrant = (permission: string) =>
  server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
    trx.deleteFrom('grants').where('userId', '=', viewer.userId).where('permission', '=', permission).execute(),
  );

describe('a live view', () => {
  it('of a camera that its core was not told of yet says so, and not that it may not be seen', async () => {
    const fresh = await makeTestEdge(server, owner);
    await fresh.connect();
    fresh.answer('live.offer', () => {
      throw Object.assign(new Error('unknown'), { code: 'not_found' });
    });
    const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/new' }];
    const camera = await owner.call(camerasCalls.create, {
      body: { name: 'New', edgeId: fresh.edgeId, locationId: fresh.locationId, streams },
    });
    expect(
      (await owner.call(liveCalls.offer, { params: { id: camera.body.id }, body: { sdp: 'v=0 offered' } })).body,
    ).toMatchObject({
      code: 'camera_not_ready',
    });
  });

  it('is not opened by a core that is away, and leaves no lease', async () => {
    edge.hangUp();
    await vi.waitFor(async () => expect((await offer()).body).toMatchObject({ code: 'core_offline' }));
  });

  it('belongs to the session that opened it', async () => {
    const { body } = await offer();
    expect(body).toMatchObject({ sdp: 'answer', iceServers: [] });
    const params = { leaseId: body.leaseId };
    expect((await owner.call(liveCalls.renew, { params, body: {} })).body).toMatchObject({ code: 'live_lease_ended' });
    expect((await owner.call(liveCalls.candidate, { params, body: { candidate: 'c', mid: '0' } })).body).toMatchObject({
      code: 'live_lease_ended',
    });
    await owner.call(liveCalls.close, { params });
    expect((await viewer.call(liveCalls.renew, { params, body: {} })).body.expiresAt).toBeGreaterThanOrEqual(
      body.expiresAt,
    );
    await viewer.call(liveCalls.close, { params });
    expect((await viewer.call(liveCalls.close, { params })).status).toBe(200);
    expect((await viewer.call(liveCalls.renew, { params, body: {} })).body).toMatchObject({ code: 'live_lease_ended' });
    await vi.waitFor(() => expect(closedAtEdge(body.leaseId)).toBe(true));
  });

  it('ends when the permission is taken', async () => {
    const { body } = await offer();
    await takeGrant('CameraView');
    await vi.waitFor(() => expect(closedAtEdge(body.leaseId)).toBe(true), { timeout: 4_000 });
  });

  it('PERM-004 ends at once when its person is taken out of the group that gave it, and so do pictures and exports by address', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    const guard = await server.person({ organizationId, permissions: [] });
    const { id, revision } = (await owner.call(permissionGroupsCalls.create, { body: { name: `Watch ${newId()}` } }))
      .body;
    const give = (permission: 'CameraView' | 'ExportCreate') => ({
      action: 'changePermission' as const,
      permission,
      entityId: cameraId,
      isAllowed: true,
    });
    const given = await owner.call(permissionGroupsCalls.change, {
      params: { id },
      body: { changes: [give('CameraView'), give('ExportCreate')], revision },
    });
    const setUsers = (users: string[], known: number) =>
      owner.call(permissionGroupsCalls.setUsers, { params: { id }, body: { users, revision: known } });
    const joined = await setUsers([guard.userId], given.body.revision);
    const { body } = await offer(guard);
    const exportId = newId();
    const claims = JSON.parse(Buffer.from(guard.session.accessToken.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string;
    };
    const sign = (path: string): string =>
      `${server.url}${server.platform.signer.sign(path, { sessionId: claims.sid, organizationId }, Date.now())}`;
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .insertInto('exports')
        .values({
          ...finished,
          organizationId,
          id: exportId,
          cameraId,
          edgeId: edge.edgeId,
          createdBy: guard.userId,
          blobKey: `o/${organizationId}/export/x.mp4`,
        })
        .execute(),
    );
    await server.platform.blobs.put(`o/${organizationId}/export/x.mp4`, Buffer.from('film'));
    const file = sign(`/api/v1/media/exports/${exportId}/file`);
    expect((await fetch(file)).status).toBe(200);
    await setUsers([], joined.body.revision);
    await vi.waitFor(() => expect(closedAtEdge(body.leaseId)).toBe(true));
    expect((await fetch(file)).status).toBe(404);
    expect((await fetch(sign(`/api/v1/media/cameras/${cameraId}/poster`))).status).toBe(404);
    expect((await guard.call(liveCalls.renew, { params: { leaseId: body.leaseId }, body: {} })).status).toBe(410);
  });

  it('goes on without the past when only playback is taken', async () => {
    await offer();
    await takeGrant('PlaybackView');
    await vi.waitFor(
      () => expect(asked.find(({ command }) => command === 'live.grant')?.body.grant?.playback).toBe(false),
      { timeout: 4_000 },
    );
  });

  it('ends at once when its person signs out', async () => {
    const { body } = await offer();
    await viewer.call(sessionsCalls.signOut, {});
    await vi.waitFor(() => expect(closedAtEdge(body.leaseId)).toBe(true), { timeout: 1_000 });
  });
});

const dial = (path: string, origin?: string): WebSocket => {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`, origin === undefined ? {} : { origin });
  socket.on('error', () => undefined);
  return socket;
};
const closeCode = (socket: WebSocket): Promise<number> => new Promise((resolve) => socket.once('close', resolve));

async function openRelay(): Promise<{ atEdge: WebSocket; atViewer: WebSocket; leaseId: string }> {
  const { body } = await viewer.call(liveCalls.relay, { params: { id: cameraId }, body: {} });
  const token = asked.find(({ command }) => command === 'relay.open')?.body.token ?? '';
  const atViewer = dial(body.url);
  const atEdge = dial(`${linkRelayPath}/${token}`);
  await Promise.all([atViewer, atEdge].map((socket) => new Promise((resolve) => socket.once('open', resolve))));
  return { atEdge, atViewer, leaseId: body.leaseId };
}

describe('a relayed view', () => {
  it('opens for nobody without a token, nor with the token of the other side', async () => {
    const { body } = await viewer.call(liveCalls.relay, { params: { id: cameraId }, body: {} });
    const viewerToken = body.url.split('/').at(-1) ?? '';
    expect(await closeCode(dial('/api/v1/relays/guessed'))).toBe(4004);
    expect(await closeCode(dial(`${linkRelayPath}/${viewerToken}`))).toBe(4004);
  });

  it('opens for no page of another origin, and such a page does not use the token up', async () => {
    const { body } = await viewer.call(liveCalls.relay, { params: { id: cameraId }, body: {} });
    for (const origin of ['https://elsewhere.example', 'null', `${server.url}.elsewhere.example`]) {
      const status = new Promise<number>((resolve) => {
        const socket = dial(body.url, origin);
        socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
        socket.once('open', () => resolve(101));
      });
      expect(await status).toBe(403);
    }
    const own = dial(body.url, server.url);
    await new Promise((resolve) => own.once('open', resolve));
    own.terminate();
  });

  it('passes text and bytes both ways, also what came before the other side was there, and opens once', async () => {
    const { body } = await viewer.call(liveCalls.relay, { params: { id: cameraId }, body: {} });
    const atViewer = dial(body.url);
    atViewer.once('open', () => atViewer.send('{"type":"live"}'));
    const second = await new Promise<number>((resolve) =>
      atViewer.once('open', () => void closeCode(dial(body.url)).then(resolve)),
    );
    expect(second).toBe(4004);
    const atEdge = dial(`${linkRelayPath}/${asked.find(({ command }) => command === 'relay.open')?.body.token ?? ''}`);
    const text = await new Promise<[string, boolean]>((resolve) =>
      atEdge.once('message', (data, isBinary) => resolve([(data as Buffer).toString(), isBinary])),
    );
    expect(text).toEqual(['{"type":"live"}', false]);
    const bytes = new Promise<[string, boolean]>((resolve) =>
      atViewer.once('message', (data, isBinary) => resolve([(data as Buffer).toString('hex'), isBinary])),
    );
    atEdge.send(Buffer.from([1, 2, 3]));
    expect(await bytes).toEqual(['010203', true]);
    atEdge.close();
    await closeCode(atViewer);
  });

  it('tells the viewer that it ended when the permission is taken', async () => {
    const { atViewer } = await openRelay();
    const bye = new Promise<string>((resolve) =>
      atViewer.once('message', (data) => resolve((data as Buffer).toString())),
    );
    await takeGrant('CameraView');
    expect(JSON.parse(await bye)).toEqual({ type: 'bye', code: 'forbidden' });
    await closeCode(atViewer);
  });

  it('holds the core back when the viewer does not read, keeps little here, and harms nobody else', async () => {
    const { atEdge, atViewer } = await openRelay();
    atViewer.pause();
    const chunk = Buffer.alloc(60_000);
    for (let count = 0; count < 1_500; count += 1) atEdge.send(chunk);
    const other = await offer();
    expect(other.status).toBe(201);
    const passed = (await server.platform.metrics.relayBytes.get()).values[0]?.value ?? 0;
    expect(passed).toBeLessThan(20_000_000);
    expect(atEdge.bufferedAmount).toBeGreaterThan(50_000_000);
    await closeCode(atEdge);
    atViewer.terminate();
  }, 20_000);
});
