import { AppError } from '@sightline/contracts/shared/errors';
import { WebSocket } from 'ws';

const dialLimitMs = 5_000;

/** Where a core dials its server besides its link. */
export interface DialOptions {
  serverUrl: string;
  /** PEM of an own certificate authority of the server, or null for the system's. */
  serverCa: string | null;
  token: string;
}

/**
 * Opens a WebSocket to the server at `path` with the token behind it. `wrap` is called before it is open, so that nothing of a quick peer is
 * lost; what it made is answered once the server took it. Fails with `unavailable` when that takes more than 5 s.
 */
export function dialServer<T>(
  { serverUrl, serverCa, token }: DialOptions,
  { path, maxPayloadBytes, wrap }: { path: string; maxPayloadBytes: number; wrap: (socket: WebSocket) => T },
): Promise<T> {
  const url = new URL(`${path}/${encodeURIComponent(token)}`, serverUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url, {
    handshakeTimeout: dialLimitMs,
    maxPayload: maxPayloadBytes,
    perMessageDeflate: false,
    ...(serverCa === null ? {} : { ca: serverCa }),
  });
  return new Promise((resolve, reject) => {
    socket.once('error', (cause) => reject(new AppError('unavailable', {}, { cause })));
    const wrapped = wrap(socket);
    socket.once('open', () => resolve(wrapped));
  });
}
