import { request as requestHttp } from 'node:http';
import { createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { pipeline } from 'node:stream';
import { cameraPageLinkPath } from '@sightline/contracts/camera-pages/camera-page-link';
import type { CameraPage } from '@sightline/simulators/camera-page/camera-page';
import { createWebSocketStream, WebSocket } from 'ws';
import type { TestServer } from '../test-server.ts';
import { socketOver } from '@sightline/node-io/sockets/socket-over';
import type { TestEdge } from '../link/test-edge.ts';

type Opening = { token: string; certificate: string | null };

const plain = (headers: object): [string, string][] =>
  Object.entries(headers).filter(
    ([name]) => !name.startsWith(':') && !['connection', 'keep-alive', 'transfer-encoding', 'upgrade'].includes(name),
  ) as [string, string][];

function passOn(camera: CameraPage, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
  stream.on('error', () => undefined);
  const isSocket = headers[':method'] === 'CONNECT';
  const request = requestHttp({
    host: camera.host,
    port: camera.port,
    path: headers[':path'],
    method: isSocket ? 'GET' : headers[':method'],
    headers: {
      ...Object.fromEntries(plain(headers)),
      ...(isSocket ? { connection: 'Upgrade', upgrade: 'websocket' } : {}),
    },
  });
  request.on('response', (incoming) => {
    stream.respond({ ':status': incoming.statusCode ?? 500, ...Object.fromEntries(plain(incoming.headers)) });
    pipeline(incoming, stream, () => undefined);
  });
  request.on('upgrade', (incoming, socket) => {
    stream.respond({ ':status': 200, ...Object.fromEntries(plain(incoming.headers)) });
    pipeline(stream, socket, () => undefined);
    pipeline(socket, stream, () => undefined);
  });
  request.on('error', () => stream.close());
  stream.once('close', () => request.destroy());
  if (isSocket) request.end();
  else pipeline(stream, request, () => undefined);
}

/** Lets a test's core open ways to the page of a camera, as real ones do. Answers the sockets that it dialled, and the failures and certificates that it is to tell. */
export function servePages(server: TestServer, edge: TestEdge, camera: CameraPage) {
  const told: {
    failure: { code: string; data?: object } | null;
    certificate: string | null;
    origin: string | null;
    sockets: WebSocket[];
    asked: Opening[];
  } = {
    failure: null,
    certificate: null,
    origin: null,
    sockets: [],
    asked: [],
  };
  edge.answer('cameraPage.close', () => ({}));
  edge.answer('cameraPage.open', (opening: Opening) => {
    told.asked.push(opening);
    if (told.failure) throw Object.assign(new Error('no'), told.failure);
    const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${cameraPageLinkPath}/${opening.token}`);
    told.sockets.push(socket);
    const bytes = createWebSocketStream(socket);
    bytes.on('error', () => undefined);
    const core = createServer({ settings: { enableConnectProtocol: true } });
    core.on('stream', (stream, headers) => passOn(camera, stream, headers));
    core.on('sessionError', () => undefined);
    socket.once('open', () => void socketOver(bytes).then((carrier) => core.emit('connection', carrier)));
    return { origin: told.origin ?? camera.origin, certificate: told.certificate };
  });
  return told;
}
