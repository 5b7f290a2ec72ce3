import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { liveCalls } from '@sightline/contracts/live/live.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { loginFirewallCalls } from '@sightline/contracts/login-firewall/login-firewall.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge } from '../../../testing/link/test-edge.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';

const inside = '10.1.2.3';
const outside = '203.0.113.9';

let server: TestServer;
let person: TestPerson;
let organizationId: string;

beforeAll(async () => {
  server = await startTestServer({ env: { SIGHTLINE_TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.person();
  organizationId = person.session.activeOrganizationId ?? '';
});

/** A call from an address, as the trusted proxy says it. */
async function from<T>(address: string, path: string, body?: unknown): Promise<{ status: number; body: T }> {
  const response = await fetch(`${server.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-forwarded-for': address,
      authorization: `Bearer ${person.session.accessToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: (isJson ? await response.json() : await response.text()) as T };
}

/** The whole of 10.0.0.0/8 and nothing else, set from within. */
async function close(): Promise<void> {
  const response = await fetch(`${server.url}${loginFirewallCalls.set.path}`, {
    method: loginFirewallCalls.set.method,
    headers: {
      'x-forwarded-for': inside,
      authorization: `Bearer ${person.session.accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ isEnabled: true, rules: [{ cidr: '10.0.0.0/8', note: '' }], revision: 0 }),
  });
  expect(response.status).toBe(200);
}

function dial(path: string, address: string): WebSocket {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`, {
    headers: { 'x-forwarded-for': address },
  });
  socket.on('error', () => undefined);
  return socket;
}

/** The session was last seen in an allowed network: alone its own address tells for what is open from elsewhere. */
const seenInside = () => from(inside, locationsCalls.list.path);

describe('SET-012 the firewall for what is held open', () => {
  it('lets nobody listen from elsewhere, although the session was last seen in an allowed network', async () => {
    await close();
    await seenInside();
    const barred = await listenWith(server.url, person.session.accessToken, outside);
    expect(barred.heard).toEqual([{ type: 'refused', code: 'no_organization' }]);
    const allowed = await listenWith(server.url, person.session.accessToken, inside);
    expect(allowed.heard[0]).toMatchObject({ type: 'welcome' });
    allowed.socket.close();
  });

  it('closes within two seconds what listens from elsewhere, and nothing else', async () => {
    const token = person.session.accessToken;
    const [barred, allowed] = await Promise.all([
      listenWith(server.url, token, outside),
      listenWith(server.url, token, inside),
    ]);
    await seenInside();
    await close();
    await vi.waitFor(() => expect(barred.isOpen()).toBe(false), { timeout: 2_000 });
    expect(barred.heard.at(-1)).toMatchObject({ type: 'refused' });
    await from(inside, locationsCalls.create.path, { name: 'North', parentId: null, timeZone: 'UTC' });
    await vi.waitFor(() => expect(allowed.kinds()).toContain('locations.changed'), { timeout: 5_000 });
    expect(barred.kinds()).not.toContain('locations.changed');
    expect(allowed.isOpen()).toBe(true);
    // Asked again and again: still by its own address, and not by where the session was seen last.
    await from(outside, sessionsCalls.current.path);
    allowed.socket.close();
  });

  it('ends live views from elsewhere at once, hands out no picture there, and opens no relay', async () => {
    const edge = await makeTestEdge(server, person);
    const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
    const camera = await person.call(camerasCalls.create, {
      body: { name: 'Gate', edgeId: edge.edgeId, locationId: edge.locationId, streams },
    });
    const cameraId = camera.body.id;
    await edge.connect();
    const closed: string[] = [];
    edge.answer('live.offer', () => ({ sdp: 'answer' }));
    edge.answer('relay.open', () => ({}));
    edge.answer('live.close', ({ leaseId }: { leaseId: string }) => (closed.push(leaseId), {}));
    const path = (call: { path: string }) => call.path.replace('{id}', cameraId);
    const offer = (address: string) =>
      from<{ leaseId: string }>(address, path(liveCalls.offer), { sdp: 'v=0 offered' });
    const relay = () => from<{ leaseId: string; url: string }>(inside, path(liveCalls.relay), {});
    const [fromOutside, fromInside] = [await offer(outside), await offer(inside)];
    const relayed = (await relay()).body;
    const watching = dial(relayed.url, outside);
    await new Promise((resolve) => watching.once('open', resolve));

    await close();
    await vi.waitFor(
      () => expect(closed).toEqual(expect.arrayContaining([fromOutside.body.leaseId, relayed.leaseId])),
      { timeout: 2_000 },
    );
    expect(closed).not.toContain(fromInside.body.leaseId);

    const claims = JSON.parse(Buffer.from(person.session.accessToken.split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string;
    };
    const poster = server.platform.signer.sign(
      `/api/v1/media/cameras/${cameraId}/poster`,
      { sessionId: claims.sid, organizationId },
      Date.now(),
    );
    await server.platform.blobs.put(`o/${organizationId}/posters/${cameraId}/1.jpg`, Buffer.from('picture'));
    expect((await from(outside, poster)).status).toBe(404);
    expect((await from(inside, poster)).status).toBe(200);

    const { url } = (await relay()).body;
    const refused = await new Promise<number>((resolve) => {
      const socket = dial(url, outside);
      socket.once(
        'unexpected-response',
        (_request, response) => (resolve(response.statusCode ?? 0), socket.terminate()),
      );
      socket.once('open', () => resolve(101));
    });
    expect(refused).toBe(404);
  });
});
