import type { IncomingHttpHeaders, ClientHttp2Stream } from 'node:http2';
import { constants } from 'node:http2';
import { pipeline, Transform } from 'node:stream';
import { cameraPageFailureHeader } from '@sightline/contracts/camera-pages/camera-page-link';
import { errorCatalogue, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { BareRequest } from '../../platform/http/bare-server.ts';
import { failurePage, type OwnPage } from './own-pages.ts';
import type { PageRegistry } from './page-registry.ts';
import { requestHeadersFor, type PageNames } from './page-request-headers.ts';
import { movedTo, responseHeadersFor } from './page-response-headers.ts';
import type { PageSession } from './page-sessions.ts';
import { textSteps } from './page-text.ts';

/** A request that was let in, with the page that it is for. */
export interface Admitted {
  request: BareRequest;
  page: PageSession;
  pages: PageRegistry;
  names: PageNames;
  isSecure: boolean;
}

/** Answers with a page of ours. */
export function sendOwn({ raw, response }: BareRequest, { status, headers, body }: OwnPage): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
  response.end(raw.method === 'HEAD' ? '' : body);
}

const isCode = (text: unknown): text is ErrorCode => typeof text === 'string' && Object.hasOwn(errorCatalogue, text);

function meter(count: (bytes: number) => void): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      count(chunk.length);
      done(null, chunk);
    },
  });
}

const hasBody = ({ headers }: BareRequest['raw']): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0');

function ask({ request, page, names }: Admitted, more: Record<string, string>, endStream: boolean): ClientHttp2Stream {
  const { raw } = request;
  return page.tunnel.request(
    {
      ...requestHeadersFor(raw.headers, names),
      ':method': raw.method ?? 'GET',
      ':path': raw.url ?? '/',
      ':scheme': 'http',
      ':authority': 'camera',
      ...more,
    },
    { endStream },
  );
}

const statusOf = (headers: IncomingHttpHeaders): number => Number(headers[':status'] ?? 502);

const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304;

/** What is said in place of the camera: the core could not ask it, or it sends elsewhere. Null: it is the camera's to say. */
function instead({ page, request, names }: Admitted, headers: IncomingHttpHeaders): OwnPage | null {
  const failure = headers[cameraPageFailureHeader];
  if (failure !== undefined) return failurePage(isCode(failure) ? failure : 'camera_unreachable', page.lang);
  const { location } = headers;
  if (!isRedirect(statusOf(headers)) || location === undefined) return null;
  const moved = movedTo(location, request.raw.url ?? '/', names);
  return 'elsewhere' in moved ? failurePage('camera_page_elsewhere', page.lang, moved.elsewhere) : null;
}

function answer(admitted: Admitted, stream: ClientHttp2Stream, headers: IncomingHttpHeaders): void {
  const { request, page, pages, names, isSecure } = admitted;
  const { raw, response } = request;
  const own = instead(admitted, headers);
  if (own !== null) {
    stream.close(constants.NGHTTP2_CANCEL);
    return sendOwn(request, own);
  }
  const path = raw.url ?? '/';
  const status = statusOf(headers);
  const passed = responseHeadersFor(headers, { path, names, isSecure });
  if (isRedirect(status) && headers.location !== undefined)
    Object.assign(passed, movedTo(headers.location, path, names));
  const text = raw.method === 'HEAD' ? null : textSteps(passed, status, names);
  response.writeHead(status, text?.headers ?? passed);
  // What waits for the first bytes of a long answer sees that it began.
  response.flushHeaders();
  const counted = meter((bytes) => pages.count(page, { received: bytes }));
  pipeline([stream, counted, ...(text?.steps ?? []), response], (error) => {
    if (error) response.destroy();
  });
}

/** What a core hands on may be what HTTP/1 cannot carry: that ends one request, never the server. */
function guarded({ request, page }: Admitted, stream: ClientHttp2Stream, pass: () => void): void {
  try {
    pass();
  } catch {
    stream.close(constants.NGHTTP2_CANCEL);
    sendOwn(request, failurePage('camera_unreachable', page.lang));
  }
}

/** Asks the camera what the browser asks, and passes both bodies as they flow. */
export function passToCamera(admitted: Admitted): void {
  const { request, page, pages } = admitted;
  const { raw, response } = request;
  const withBody = hasBody(raw);
  const stream = ask(admitted, {}, !withBody);
  stream.once('response', (headers) => guarded(admitted, stream, () => answer(admitted, stream, headers)));
  // Its `close` follows.
  stream.on('error', () => undefined);
  stream.once('close', () => {
    if (!response.headersSent)
      sendOwn(request, failurePage(pages.has(page) ? 'camera_unreachable' : 'camera_page_ended', page.lang));
    else if (!response.writableEnded && stream.rstCode !== constants.NGHTTP2_NO_ERROR) response.destroy();
  });
  response.once('close', () => stream.close(constants.NGHTTP2_CANCEL));
  if (withBody) {
    pipeline(
      raw,
      meter((bytes) => pages.count(page, { sent: bytes })),
      stream,
      () => undefined,
    );
  }
}

const lineOf = ([name, value]: [string, unknown]): string => `${name}: ${String(value)}\r\n`;

function join(admitted: Admitted, stream: ClientHttp2Stream, headers: IncomingHttpHeaders): void {
  const { request, page, pages } = admitted;
  const { response, upgrade } = request;
  if (upgrade === null) return;
  const { socket, head } = upgrade;
  response.detachSocket(socket);
  const passed = Object.entries(headers).filter(([name]) => name.startsWith('sec-websocket-'));
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n${passed.map(lineOf).join('')}\r\n`,
  );
  if (head.length > 0) stream.write(head);
  const sent = meter((bytes) => pages.count(page, { sent: bytes }));
  const received = meter((bytes) => pages.count(page, { received: bytes }));
  pipeline(stream, received, socket, () => socket.destroy());
  pipeline(socket, sent, stream, () => stream.close());
}

/** Opens a WebSocket at the camera and joins it with that of the browser. */
export function passSocketToCamera(admitted: Admitted): void {
  const { request, page } = admitted;
  const stream = ask(admitted, { ':method': 'CONNECT', ':protocol': 'websocket' }, false);
  stream.on('error', () => undefined);
  stream.once('response', (headers) =>
    guarded(admitted, stream, () => {
      if (statusOf(headers) === 200) join(admitted, stream, headers);
      else sendOwn(request, instead(admitted, headers) ?? failurePage('forbidden', page.lang));
    }),
  );
  stream.once('close', () => {
    if (!request.response.headersSent && request.response.socket !== null)
      sendOwn(request, failurePage('camera_unreachable', page.lang));
  });
  request.upgrade?.socket.once('close', () => stream.close(constants.NGHTTP2_CANCEL));
}
