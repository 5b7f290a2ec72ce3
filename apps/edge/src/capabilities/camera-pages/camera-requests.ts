import { cameraPageFailureHeader } from '@sightline/contracts/camera-pages/camera-page-link';
import { AppError, errorCatalogue, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { ClientRequest, IncomingHttpHeaders as HttpHeaders, IncomingMessage } from 'node:http';
import { request as requestHttp } from 'node:http';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { constants } from 'node:http2';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { authorityOf, type CameraAgent, type CameraTarget } from './camera-connection.ts';

/** A camera that says nothing for this long, before or in an answer, says nothing more. */
const silentMs = 120_000;

/** What belongs to one connection and not to a message, and what is said of us alone. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'te',
  'trailer',
  'host',
  cameraPageFailureHeader,
]);

/** Small devices know `Authorization`, and not always `authorization`. */
const written = (name: string): string => name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

const passed = (headers: IncomingHttpHeaders | HttpHeaders): [string, string | string[]][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(':') || ofConnection.has(name)
      ? []
      : [[name, value] as [string, string | string[]]],
  );

function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  return (error as { code?: string } | null)?.code === 'ETIMEDOUT' ? 'camera_timeout' : 'camera_unreachable';
}

/** Answers in place of the camera, or ends what it began to say. */
function fail(stream: ServerHttp2Stream, error: unknown): void {
  if (stream.destroyed) return;
  if (stream.headersSent) return stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  const code = codeOf(error);
  stream.respond({ ':status': errorCatalogue[code].status, [cameraPageFailureHeader]: code }, { endStream: true });
}

const hasBody = (method: string, status: number): boolean =>
  method !== 'HEAD' && status >= 200 && ![204, 205, 304].includes(status);

function passAnswer(stream: ServerHttp2Stream, incoming: IncomingMessage, method: string): void {
  if (stream.destroyed) return void incoming.destroy();
  const status = incoming.statusCode ?? 0;
  const headers = { ':status': status, ...Object.fromEntries(passed(incoming.headers)) };
  if (!hasBody(method, status)) {
    stream.respond(headers, { endStream: true });
    return void incoming.resume();
  }
  stream.respond(headers);
  pipeline(incoming, stream, (error) => {
    if (error) fail(stream, error);
  });
}

export interface AskedCamera {
  target: CameraTarget;
  agent: CameraAgent;
}

const isAsking = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * What follows the head of a request must have its length or its end in it: else the camera takes it for another request.
 * What only asks has nothing that follows.
 */
const framed = (headers: IncomingHttpHeaders, isWhole: boolean): IncomingHttpHeaders => {
  if (isAsking(headers[':method'] ?? 'GET')) return { ...headers, 'content-length': undefined };
  return headers['content-length'] === undefined && !isWhole ? { ...headers, 'Transfer-Encoding': 'chunked' } : headers;
};

const pathOf = (headers: IncomingHttpHeaders): string => headers[':path'] ?? '/';

function openRequest(
  { target, agent }: AskedCamera,
  headers: IncomingHttpHeaders,
  more: Record<string, string> = {},
): ClientRequest {
  const request = requestHttp({
    agent,
    method: more['Upgrade'] === undefined ? (headers[':method'] ?? 'GET') : 'GET',
    path: pathOf(headers),
    setHost: false,
    headers: {
      Host: authorityOf(target),
      ...Object.fromEntries(passed(headers).map(([name, value]) => [written(name), value])),
      ...more,
    },
  });
  request.setTimeout(silentMs, () => request.destroy(Object.assign(new Error('silent'), { code: 'ETIMEDOUT' })));
  return request;
}

/** A connection that was kept may have been closed by the camera meanwhile; what asks only is asked again. */
const mayRepeat = (request: ClientRequest, method: string, error: NodeJS.ErrnoException): boolean =>
  request.reusedSocket && error.code === 'ECONNRESET' && isAsking(method);

/** Asks the camera what one stream asks, and passes both bodies as they flow. */
export function passRequest(camera: AskedCamera, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
  const method = headers[':method'] ?? 'GET';
  const ask = (): void => {
    const request = openRequest(camera, framed(headers, stream.endAfterHeaders));
    request.on('response', (incoming) => guarded(stream, () => passAnswer(stream, incoming, method)));
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (stream.destroyed) return;
      if (mayRepeat(request, method, error)) ask();
      else fail(stream, error);
    });
    stream.once('close', () => request.destroy());
    if (isAsking(method)) {
      // A stream of which one side is never read ends as one that was cut.
      stream.resume();
      request.end();
    }
    // Its error comes with the request itself.
    else pipeline(stream, request, () => undefined);
  };
  ask();
}

function joinSockets(stream: ServerHttp2Stream, socket: Socket, head: Buffer): void {
  socket.setTimeout(0);
  stream.write(head);
  stream.once('close', () => socket.destroy());
  pipeline(stream, socket, () => socket.destroy());
  pipeline(socket, stream, () => stream.close());
}

/** Opens a WebSocket at the camera and joins it with a stream. */
export function passSocket(camera: AskedCamera, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
  const request = openRequest(camera, headers, { Connection: 'Upgrade', Upgrade: 'websocket' });
  request.on('upgrade', (incoming, socket, head) => {
    socket.on('error', () => stream.close());
    if (stream.destroyed) return void socket.destroy();
    guarded(stream, () => stream.respond({ ':status': 200, ...Object.fromEntries(passed(incoming.headers)) }));
    joinSockets(stream, socket as Socket, head);
  });
  request.on('response', (incoming) => {
    // An answer of the camera that is no refusal would be taken for the opened socket.
    if (incoming.statusCode !== undefined && incoming.statusCode >= 300)
      guarded(stream, () => passAnswer(stream, incoming, 'GET'));
    else fail(stream, new AppError('camera_unreachable'));
  });
  request.on('error', (error) => fail(stream, error));
  stream.once('close', () => request.destroy());
  request.end();
}

/** What a camera says may be what HTTP/2 cannot carry. */
function guarded(stream: ServerHttp2Stream, pass: () => void): void {
  try {
    pass();
  } catch (error) {
    fail(stream, error);
  }
}
