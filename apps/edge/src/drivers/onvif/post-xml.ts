import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

export interface XmlPost {
  /** Address that was looked up and allowed; nothing else is called. */
  address: string;
  /** Host as it was typed, for the `Host` header. */
  host: string;
  port: number;
  path: string;
  /** With names as everybody writes them: simple devices know no other way. */
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  signal: AbortSignal | null;
}

export interface XmlReply {
  status: number;
  text: string;
  /** Values of WWW-Authenticate. */
  challenges: string[];
}

const maxReplyBytes = 1_000_000;
/** Ports on which cameras speak TLS. */
const tlsPorts: ReadonlySet<number> = new Set([443, 8443]);

const challengesOf = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'www-authenticate');

function codeOfSocket(error: NodeJS.ErrnoException, isConnected: boolean): ErrorCode {
  const code = error.code ?? '';
  if (code.startsWith('HPE_') || code === 'EPROTO' || code.startsWith('ERR_SSL')) return 'camera_not_onvif';
  return isConnected ? 'camera_closed' : 'camera_unreachable';
}

function hostHeader(host: string, port: number): string {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return port === 80 ? name : `${name}:${String(port)}`;
}

/** Connects to the address that was looked up; the request is not sent before its end is called. */
function openCall({ address, host, port, path, headers, body }: XmlPost, receive: (reply: IncomingMessage) => void) {
  const options: RequestOptions & { rejectUnauthorized: boolean } = {
    method: 'POST',
    host: address,
    port,
    path,
    agent: false,
    headers: {
      ...headers,
      Host: hostHeader(host, port),
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    },
    // Cameras sign their certificates themselves; nobody could vouch for them.
    rejectUnauthorized: false,
  };
  return tlsPorts.has(port) ? requestHttps(options, receive) : requestHttp(options, receive);
}

interface ReplyEvents {
  done: (reply: XmlReply) => void;
  fail: (code: ErrorCode, data?: Record<string, unknown>) => void;
}

/** Reads an answer up to the most that one may hold. */
function readReply(reply: IncomingMessage, { done, fail }: ReplyEvents): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  reply.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxReplyBytes) fail('camera_not_onvif', { bytes });
    else chunks.push(chunk);
  });
  reply.on('end', () =>
    done({
      status: reply.statusCode ?? 0,
      text: Buffer.concat(chunks).toString('utf8'),
      challenges: challengesOf(reply),
    }),
  );
  reply.on('error', (error) => fail(codeOfSocket(error, true)));
}

/** Sends XML once and reads the answer within all limits. Redirects are answers like any other: they are not followed. */
export function postXml(post: XmlPost): Promise<XmlReply> {
  const { timeoutMs, signal } = post;
  return new Promise((resolve, reject) => {
    let isConnected = false;
    let isSettled = false;
    const settle = (act: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      act();
      call.destroy();
    };
    const fail = (code: ErrorCode, data: Record<string, unknown> = {}): void =>
      settle(() => reject(new AppError(code, data)));
    const stop = (): void => fail('camera_timeout', { isStopped: true });
    const timer = setTimeout(
      () => fail(isConnected ? 'camera_timeout' : 'camera_unreachable', { timeoutMs }),
      timeoutMs,
    );
    const done = (reply: XmlReply): void => settle(() => resolve(reply));
    const call = openCall(post, (reply) => readReply(reply, { done, fail }));
    call.on('socket', (socket) => socket.once('connect', () => (isConnected = true)));
    call.on('error', (error) => fail(codeOfSocket(error, isConnected)));
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);
    call.end(post.body);
  });
}
