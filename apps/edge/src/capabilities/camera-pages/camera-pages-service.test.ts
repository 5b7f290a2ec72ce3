import { createServer as createHttpServer } from 'node:http';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { cameraPageLinkPath } from '@sightline/contracts/camera-pages/camera-page-link';
import { startCameraPage, type CameraPage } from '@sightline/simulators/camera-page/camera-page';
import { makeCertifiedKey } from '@sightline/simulators/identity/self-signed-certificate';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { createDeviceNetworks } from '../../platform/device-networks/device-networks.ts';
import { CameraPagesService } from './camera-pages-service.ts';

const cameraId = uuidv7();
const [ownKey, otherKey] = [makeCertifiedKey('camera'), makeCertifiedKey('somebody else')];
let camera: CameraPage;
let server: WebSocketServer;
let dialled: string[];
let tunnel: Promise<ClientHttp2Session>;
let service: CameraPagesService;

const listed = createDeviceNetworks(['127.0.0.0/8']);
const configure = (page: { scheme?: 'http' | 'https'; host?: string; port?: number } | null): void =>
  service.configure({
    serverUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    serverCa: null,
    deviceNetworks: [],
    pages:
      page === null
        ? []
        : [
            {
              cameraId,
              place: { scheme: page.scheme ?? 'http', host: page.host ?? camera.host, port: page.port ?? camera.port },
            },
          ],
  });
const open = (more: { certificate?: string | null; forMs?: number; pageId?: string } = {}) =>
  service.open({ pageId: uuidv7(), cameraId, token: 'a-token', forMs: 60_000, certificate: null, ...more });

/** What comes back: headers, and the body when it ends by itself. */
async function ask(
  path: string,
  more: Record<string, string> = {},
  body?: Buffer,
): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const stream = (await tunnel).request({ ':path': path, ...more }, { endStream: body === undefined });
  const answered = Promise.withResolvers<IncomingHttpHeaders>();
  stream.on('response', answered.resolve);
  stream.on('error', answered.reject);
  if (body) stream.end(body);
  // Begun before the answer: what nobody reads when a stream closes is gone.
  const read = buffer(stream);
  return { headers: await answered.promise, body: await read };
}

beforeEach(async () => {
  camera = await startCameraPage();
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  dialled = [];
  const opened = Promise.withResolvers<ClientHttp2Session>();
  tunnel = opened.promise;
  server.on('connection', (socket, request) => {
    dialled.push(request.url ?? '');
    const session = connect('http://camera', { createConnection: () => createWebSocketStream(socket) });
    session.on('error', () => undefined);
    session.once('remoteSettings', () => opened.resolve(session));
  });
  service = new CameraPagesService(listed);
  configure({});
});
afterEach(async () => {
  service.stop();
  server.close();
  for (const socket of server.clients) socket.terminate();
  await camera.stop();
});

describe('what follows a request', () => {
  it.each<[string, Record<string, string>]>([
    ['has its end in it when nobody said its length', { ':method': 'DELETE' }],
    ['is dropped, with its length, where nothing is to follow', { ':method': 'GET', 'content-length': '37' }],
  ])('%s: the camera never takes it for another request', async (_name, headers) => {
    const asked: string[] = [];
    const device = createHttpServer((request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers['content-length'] ?? ''}`);
      request.resume().on('end', () => response.end('ok'));
    });
    await new Promise<void>((resolve) => device.listen(0, '127.0.0.1', resolve));
    configure({ host: '127.0.0.1', port: (device.address() as AddressInfo).port });
    await open();
    const answer = await ask('/one', headers, Buffer.from('GET /two HTTP/1.1\r\nHost: camera\r\n\r\n'.padEnd(37)));
    expect(answer.headers[':status']).toBe(200);
    await ask('/three');
    expect(asked).toEqual([`${headers[':method'] ?? ''} /one `, 'GET /three ']);
    device.closeAllConnections();
    device.close();
  });
});

describe('the page of a camera', () => {
  it('is not opened while it is switched off, and the server is not dialled', async () => {
    configure(null);
    await expect(open()).rejects.toMatchObject({ code: 'camera_page_off' });
    expect([dialled, service.count]).toEqual([[], 0]);
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '127.9.9.9', '::ffff:127.0.0.1'])(
    'is never this machine: %s',
    async (host) => {
      service = new CameraPagesService(createDeviceNetworks([]));
      configure({ host });
      await expect(open()).rejects.toMatchObject({ code: 'camera_address_refused' });
      expect([dialled, camera.requests]).toEqual([[], []]);
    },
  );

  it.each(['8.8.8.8', '169.254.169.254'])('is nowhere outside of the networks of the core: %s', async (host) => {
    configure({ host });
    await expect(open()).rejects.toMatchObject({ code: 'camera_address_refused' });
  });

  it('that does not answer is not opened', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    closed.close();
    configure({ port });
    await expect(open()).rejects.toMatchObject({ code: 'camera_unreachable' });
  });

  it('is answered by the camera at its own address, whoever is named', async () => {
    expect(await open()).toEqual({ origin: camera.origin, certificate: null });
    expect(dialled).toEqual([`${cameraPageLinkPath}/a-token`]);
    const { headers, body } = await ask('/echo?a=1', {
      ':authority': 'evil.example',
      authorization: 'Digest x',
      'sightline-failure': 'x',
    });
    const seen = JSON.parse(body.toString()) as { url: string; headers: Record<string, string> };
    expect([headers[':status'], seen.url, seen.headers['host'], seen.headers['authorization']]).toEqual([
      200,
      '/echo?a=1',
      `127.0.0.1:${String(camera.port)}`,
      'Digest x',
    ]);
    expect(seen.headers).not.toHaveProperty('sightline-failure');
    // What a camera says is never taken for what the core says.
    expect((await ask('/reaching')).headers).not.toHaveProperty('sightline-failure');
  });

  it('takes bodies, sends those of answers that have one, and none of the others', async () => {
    await open();
    const sent = Buffer.alloc(3_000_000, 65);
    const echoed = await ask('/echo', { ':method': 'POST', 'content-length': String(sent.length) }, sent);
    expect(JSON.parse(echoed.body.toString())).toMatchObject({ method: 'POST', bytes: sent.length });
    const head = await ask('/picture.jpg', { ':method': 'HEAD' });
    expect([head.headers['content-length'], head.body.length]).toEqual(['22', 0]);
    expect((await ask('/settings.html')).headers['set-cookie']).toHaveLength(2);
  });

  it('flows no faster than it is taken, while others go on, and a request that is given up ends at the camera', async () => {
    await open();
    const session = await tunnel;
    const big = session.request({ ':path': '/download?bytes=200000000' });
    await new Promise((resolve) => big.once('response', resolve));
    big.pause();
    const endless = session.request({ ':path': '/motion.mjpg' });
    await new Promise((resolve) => endless.once('data', resolve));
    expect((await ask('/state')).body.toString()).toContain('Dome');
    await vi.waitFor(() => expect(camera.sentBytes()).toBeGreaterThan(100_000), 10_000);
    expect(camera.sentBytes()).toBeLessThan(20_000_000);
    expect(camera.open()).toBe(1);
    endless.close(8);
    await vi.waitFor(() => expect(camera.open()).toBe(0), 10_000);
    big.destroy();
  });

  it('has its sockets, and a socket that it refuses is refused', async () => {
    await open();
    const session = await tunnel;
    const socketAt = (path: string) => {
      const names = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' };
      return session.request(
        {
          ':method': 'CONNECT',
          ':protocol': 'websocket',
          ':path': path,
          ':scheme': 'http',
          ':authority': 'camera',
          ...names,
        },
        { endStream: false },
      );
    };
    const socket = socketAt('/socket');
    const headers = await new Promise<IncomingHttpHeaders>((resolve) => socket.once('response', resolve));
    expect([headers[':status'], headers['sec-websocket-accept']]).toEqual([200, 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=']);
    socket.write(Buffer.from('818200000000' + '6869', 'hex'));
    expect(await new Promise((resolve) => socket.once('data', (data: Buffer) => resolve(data.toString('hex'))))).toBe(
      '82026869'.replace('82', '81'),
    );
    socket.close();
    await vi.waitFor(() => expect(camera.open()).toBe(0), 10_000);
    const refused = socketAt('/nothing');
    expect((await new Promise<IncomingHttpHeaders>((resolve) => refused.once('response', resolve)))[':status']).toBe(
      404,
    );
  });

  it('that stops answering is said to, in place of the camera', async () => {
    await open();
    await camera.stop();
    const { headers } = await ask('/state');
    expect([headers[':status'], headers['sightline-failure']]).toEqual([502, 'camera_unreachable']);
  });

  it('ends when it is switched off, is elsewhere, has had its time, or the server leaves', async () => {
    const pageId = uuidv7();
    for (const end of [
      () => configure(null),
      () => configure({ port: 1 }),
      () => service.close(pageId),
      () => service.stop(),
    ]) {
      configure({});
      await open({ pageId });
      expect(service.count).toBe(1);
      end();
      expect(service.count).toBe(0);
    }
    configure({});
    await open({ forMs: 50 });
    await vi.waitFor(() => expect(service.count).toBe(0), 10_000);
    await open();
    for (const socket of server.clients) socket.terminate();
    await vi.waitFor(() => expect(service.count).toBe(0), 10_000);
  });
});

describe('the certificate of a page', () => {
  it('need not be signed by anybody, is told, and no other one is believed after it', async () => {
    await camera.stop();
    camera = await startCameraPage({ key: ownKey });
    configure({ scheme: 'https' });
    const { certificate, origin } = await open();
    expect([certificate, origin]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/) as string, camera.origin]);
    expect((await ask('/state')).body.toString()).toContain('Dome');
    await expect(open({ certificate: 'a'.repeat(64) })).rejects.toMatchObject({
      code: 'camera_page_certificate_changed',
      data: { fingerprint: certificate },
    });
  });

  it('that is another one in the middle of a page ends what is asked, before anything is sent', async () => {
    await camera.stop();
    camera = await startCameraPage({ key: ownKey });
    configure({ scheme: 'https' });
    await open();
    const { port } = camera;
    await camera.stop();
    camera = await startCameraPage({ key: otherKey, port });
    const { headers } = await ask('/state', { authorization: 'Basic c2VjcmV0' });
    expect([headers['sightline-failure'], camera.requests]).toEqual(['camera_page_certificate_changed', []]);
  });
});
