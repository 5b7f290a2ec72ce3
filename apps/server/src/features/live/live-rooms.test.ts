import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { linkRelayPath } from '@sightline/contracts/link/link';
import { liveCalls } from '@sightline/contracts/live/live.api';
import { liveRoomsCalls } from '@sightline/contracts/live/live-rooms.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let staff: TestPerson;
let owner: TestPerson;
let viewer: TestPerson;
let edge: TestEdge;
let cameraId: string;
let organizationId: string;
const asked: {
  command: string;
  body: { leaseId?: string; code?: string; token?: string; candidate?: string; stunServers?: string[] };
}[] = [];

beforeAll(async () => {
  server = await startTestServer({
    env: {
      SIGHTLINE_ICE_SERVERS: '[{"urls":"stun:stun.example"}]',
      SIGHTLINE_TURN_URLS: 'turn:turn.example:3479',
      SIGHTLINE_TURN_SECRET: 'a secret of sixteen and more',
    },
  });
  staff = await server.person();
});
afterAll(() => server.stop());

beforeEach(async () => {
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
  await server.platform.database.global.updateTable('people').set({ isDeveloper: false, staffRoles: [] }).execute();
  await server.platform.database.global
    .updateTable('people')
    .set({ isDeveloper: true })
    .where('userId', '=', staff.userId)
    .execute();
  viewer = await server.person({ organizationId, permissions: ['CameraView'] });
  edge = await makeTestEdge(server, owner);
  cameraId = await makeCamera('Gate');
  await edge.connect();
  asked.length = 0;
  for (const command of ['live.offer', 'live.candidate', 'live.grant', 'live.close', 'relay.open']) {
    edge.answer(command, (body: never) => {
      asked.push({ command, body });
      if (command === 'live.candidate')
        return {
          candidates: ['srflx', 'relay'].map((kind) => ({
            candidate: `candidate:1 1 UDP 1 9.9.9.9 9 typ ${kind}`,
            mid: '0',
          })),
        };
      return command === 'live.offer' ? { sdp: 'answer' } : command === 'live.grant' ? { known: true } : {};
    });
  }
});

async function makeCamera(name: string): Promise<string> {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  return (
    await owner.call(camerasCalls.create, { body: { name, edgeId: edge.edgeId, locationId: edge.locationId, streams } })
  ).body.id;
}

const watch = async (person: TestPerson, id = cameraId): Promise<string> =>
  (await person.call(liveCalls.offer, { params: { id }, body: { sdp: 'v=0 offered' } })).body.leaseId;
const rooms = async (person: TestPerson) => (await person.call(liveRoomsCalls.list, {})).body.items;
const toldEdge = (leaseId: string): string | undefined =>
  asked.find(({ command, body }) => command === 'live.close' && body.leaseId === leaseId)?.body.code;
const audited = (action: string) =>
  server.platform.database.withOrganization(organizationId, (trx) =>
    trx
      .selectFrom('auditEntries')
      .select(['userId', 'entityId', 'entityName', 'data'])
      .where('organizationId', '=', organizationId)
      .where('action', '=', action)
      .execute(),
  );

describe('live rooms', () => {
  it('ROOMS-001 are for those who manage people, and of the cameras that they may see', async () => {
    const leaseId = await watch(viewer);
    const params = { name: cameraId, sessionId: leaseId };
    expect((await server.call(liveRoomsCalls.list, {})).status).toBe(401);
    expect((await viewer.call(liveRoomsCalls.list, {})).body).toMatchObject({ code: 'forbidden' });
    expect((await viewer.call(liveRoomsCalls.remove, { params })).body).toMatchObject({ code: 'forbidden' });
    const blind = await server.person({ organizationId, permissions: ['UserManage'] });
    const stranger = await server.person();
    for (const person of [blind, stranger]) {
      expect(await rooms(person)).toEqual([]);
      expect((await person.call(liveRoomsCalls.remove, { params })).body).toMatchObject({ code: 'not_found' });
      expect((await person.call(liveRoomsCalls.closeSession, { params })).body).toMatchObject({ code: 'not_found' });
    }
    expect((await viewer.call(liveCalls.renew, { params: { leaseId }, body: {} })).status).toBe(200);
  });

  it('ROOMS-001 tell who watches, since when and how', async () => {
    const before = Date.now();
    const leaseId = await watch(viewer);
    expect(await rooms(owner)).toMatchObject([
      {
        name: cameraId,
        cameraName: 'Gate',
        organizationId,
        sessions: [{ id: leaseId, userId: viewer.userId, userName: viewer.session.user.name, transport: null }],
      },
    ]);
    await viewer.call(liveCalls.setSession, { params: { leaseId }, body: { transport: 'turn' } });
    const relay = (await owner.call(liveCalls.relay, { params: { id: cameraId }, body: {} })).body.leaseId;
    await owner.call(liveCalls.setSession, { params: { leaseId: relay }, body: { transport: 'direct' } });
    const sessions = (await rooms(owner))[0]?.sessions ?? [];
    expect(sessions.map(({ transport }) => transport)).toEqual(['turn', 'mse']);
    expect(sessions[0]?.sinceAt).toBeGreaterThanOrEqual(before);
  });

  it('LIVE-001 no offer, candidate, renewal, session or end goes without the access token', async () => {
    const leaseId = await watch(viewer);
    const [params, sdp] = [{ leaseId }, 'v=0 offered'];
    const answers = [
      await server.call(liveCalls.offer, { params: { id: cameraId }, body: { sdp } }),
      await server.call(liveCalls.candidate, { params, body: { candidate: '', mid: '0' } }),
      await server.call(liveCalls.renew, { params, body: {} }),
      await server.call(liveCalls.setSession, { params, body: { transport: 'direct' } }),
      await server.call(liveCalls.close, { params }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect((await rooms(owner))[0]?.sessions.map(({ id }) => id)).toEqual([leaseId]);
  });

  it('LIVE-001 an active session is set and deleted by its own session alone', async () => {
    const leaseId = await watch(viewer);
    const set = (person: TestPerson) =>
      person.call(liveCalls.setSession, { params: { leaseId }, body: { transport: 'direct' } });
    expect(
      (await server.call(liveCalls.setSession, { params: { leaseId }, body: { transport: 'direct' } })).status,
    ).toBe(401);
    expect((await set(owner)).body).toMatchObject({ code: 'live_lease_ended' });
    expect(
      (await viewer.call(liveCalls.setSession, { params: { leaseId }, body: { transport: 'mse' as 'turn' } })).body,
    ).toMatchObject({
      code: 'validation_failed',
    });
    expect((await set(viewer)).status).toBe(200);
    await viewer.call(liveCalls.close, { params: { leaseId } });
    expect(await rooms(owner)).toEqual([]);
    expect((await set(viewer)).body).toMatchObject({ code: 'live_lease_ended' });
  });

  it('ROOMS-001 are removed by name: every session ends and is told why, and it is written down', async () => {
    const leaseId = await watch(viewer);
    const other = await watch(viewer, await makeCamera('Yard'));
    const ticket = (await viewer.call(liveCalls.relay, { params: { id: cameraId }, body: {} })).body;
    const sockets = [
      ticket.url,
      `${linkRelayPath}/${asked.find(({ command }) => command === 'relay.open')?.body.token ?? ''}`,
    ].map((path) => new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('open', resolve))));
    const bye = new Promise<string>((resolve) =>
      sockets[0]?.once('message', (data) => resolve((data as Buffer).toString())),
    );
    const removed = await owner.call(liveRoomsCalls.remove, { params: { name: cameraId } });
    expect(removed).toMatchObject({ status: 200, body: { sessions: 2 } });
    expect(JSON.parse(await bye)).toEqual({ type: 'bye', code: 'live_view_closed' });
    await vi.waitFor(() => expect(toldEdge(leaseId)).toBe('live_view_closed'));
    expect((await rooms(owner)).map(({ cameraName }) => cameraName)).toEqual(['Yard']);
    expect((await viewer.call(liveCalls.renew, { params: { leaseId: other }, body: {} })).status).toBe(200);
    expect((await owner.call(liveRoomsCalls.remove, { params: { name: cameraId } })).body).toMatchObject({
      code: 'not_found',
    });
    expect(await audited('liveRoom.remove')).toEqual([
      { userId: owner.userId, entityId: cameraId, entityName: 'Gate', data: { userIds: [viewer.userId] } },
    ]);
  });

  it('ROOMS-001 lose one session without the others', async () => {
    const [first, second] = [await watch(viewer), await watch(owner)];
    await owner.call(liveRoomsCalls.closeSession, { params: { name: cameraId, sessionId: first } });
    expect((await rooms(owner))[0]?.sessions.map(({ id }) => id)).toEqual([second]);
    await vi.waitFor(() => expect(toldEdge(first)).toBe('live_view_closed'));
    expect(await audited('liveSession.close')).toHaveLength(1);
  });

  it('ROOMS-002 of every organization are for the staff, without names of what they may not see', async () => {
    await watch(viewer);
    for (const call of [liveRoomsCalls.listAll, liveRoomsCalls.removeAny]) {
      expect((await owner.call(call, { params: { name: cameraId } } as never)).body).toMatchObject({
        code: 'forbidden',
      });
    }
    const mine = async () =>
      (await staff.call(liveRoomsCalls.listAll, {})).body.items.filter(({ name }) => name === cameraId);
    expect(await mine()).toMatchObject([
      { cameraName: null, edgeName: null, organizationId, sessions: [{ userId: viewer.userId, userName: null }] },
    ]);
    expect((await staff.call(liveRoomsCalls.removeAny, { params: { name: cameraId } })).body).toEqual({ sessions: 1 });
    expect(await mine()).toEqual([]);
    expect(await audited('liveRoom.remove')).toMatchObject([{ userId: staff.userId }]);
  });
});

describe('a view over a TURN server', () => {
  it('LIVE-002 gets a password of its own, and the core the addresses where it can ask how the world sees it', async () => {
    const { iceServers, leaseId } = (
      await viewer.call(liveCalls.offer, { params: { id: cameraId }, body: { sdp: 'v=0 offered' } })
    ).body;
    expect(iceServers[0]).toEqual({ urls: 'stun:stun.example' });
    expect(iceServers[1]).toMatchObject({
      urls: 'turn:turn.example:3479',
      username: expect.stringMatching(new RegExp(`^\\d{10}:${leaseId}$`)) as string,
    });
    expect(asked.find(({ command }) => command === 'live.offer')?.body.stunServers).toEqual([
      'stun:stun.example:3478',
      'stun:turn.example:3479',
    ]);
    const found = await viewer.call(liveCalls.candidate, {
      params: { leaseId },
      body: { candidate: 'candidate:1 1 UDP 1 8.8.8.8 9 typ relay', mid: '0' },
    });
    expect(found.body.candidates).toHaveLength(2);
  });

  it('LIVE-002 is none where the camera allows no relay: neither end hears of relayed addresses', async () => {
    await owner.call(camerasCalls.updateSettings, {
      params: { id: cameraId },
      body: { delivery: { isWebrtcRelay: false } },
    });
    const { iceServers, leaseId } = (
      await viewer.call(liveCalls.offer, { params: { id: cameraId }, body: { sdp: 'v=0 offered' } })
    ).body;
    expect(iceServers).toEqual([{ urls: 'stun:stun.example' }]);
    const say = (kind: string) =>
      viewer.call(liveCalls.candidate, {
        params: { leaseId },
        body: { candidate: `candidate:1 1 UDP 1 8.8.8.8 9 typ ${kind}`, mid: '0' },
      });
    expect((await say('relay')).body.candidates).toEqual([]);
    expect((await say('host')).body.candidates.map(({ candidate }) => candidate)).toEqual([
      expect.stringContaining('typ srflx'),
    ]);
    expect(asked.filter(({ command }) => command === 'live.candidate')).toHaveLength(1);
  });
});
