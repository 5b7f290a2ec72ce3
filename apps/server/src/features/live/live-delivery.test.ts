import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { liveCalls } from '@sightline/contracts/live/live.api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { deliveredSdp } from './live-delivery.ts';

const host = 'a=candidate:1 1 UDP 2122317823 192.168.1.5 5000 typ host\r\n';
const relay = 'a=candidate:2 1 UDP 8331263 203.0.113.9 6000 typ relay raddr 0.0.0.0 rport 0\r\n';
const sdp = `v=0\r\n${host}${relay}a=end-of-candidates\r\n`;

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let cameraId: string;
const offered: string[] = [];

beforeAll(async () => {
  const servers = [
    { urls: 'stun:stun.example:3478' },
    { urls: 'turn:turn.example:3478', username: 'user', credential: 'secret' },
  ];
  server = await startTestServer({ env: { SIGHTLINE_ICE_SERVERS: JSON.stringify(servers) } });
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }];
  cameraId = (
    await owner.call(camerasCalls.create, {
      body: { name: 'Gate', edgeId: edge.edgeId, locationId: edge.locationId, streams },
    })
  ).body.id;
  await edge.connect();
  edge.answer('live.offer', (body: { sdp: string }) => {
    offered.push(body.sdp);
    return { sdp };
  });
  edge.answer('relay.open', () => ({}));
  edge.answer('live.close', () => ({}));
});
afterAll(() => server.stop());

const offer = () => owner.call(liveCalls.offer, { params: { id: cameraId }, body: { sdp } });
const deliver = (delivery: object) =>
  owner.call(camerasCalls.updateSettings, { params: { id: cameraId }, body: { delivery } });

describe('CAMWIZ-008: how the pictures of a camera travel', () => {
  it('is never the direct way where that is switched off, and the way through the server stays', async () => {
    await deliver({ isWebrtc: false });
    expect((await offer()).body).toMatchObject({ code: 'live_not_possible' });
    expect(offered).toEqual([]);
    expect((await owner.call(liveCalls.relay, { params: { id: cameraId }, body: {} })).status).toBe(201);
    const stranger = await server.person();
    expect((await stranger.call(liveCalls.offer, { params: { id: cameraId }, body: { sdp } })).status).toBe(404);
    await deliver({ isWebrtc: true });
    expect((await offer()).status).toBe(201);
  });

  it('has no relay of the media where that is switched off', async () => {
    const free = (await offer()).body;
    expect([free.sdp, free.iceServers.map(({ urls }) => urls)]).toEqual([
      sdp,
      ['stun:stun.example:3478', 'turn:turn.example:3478'],
    ]);
    await deliver({ isWebrtcRelay: false });
    const bound = (await offer()).body;
    expect([bound.sdp, bound.iceServers.map(({ urls }) => urls)]).toEqual([
      sdp.replace(relay, ''),
      ['stun:stun.example:3478'],
    ]);
    expect(offered.at(-1)).toBe(sdp.replace(relay, ''));
  });

  it('leaves a description alone that names no relay', () => {
    expect(deliveredSdp(sdp.replace(relay, ''), { isWebrtcRelay: false })).toBe(sdp.replace(relay, ''));
  });
});
