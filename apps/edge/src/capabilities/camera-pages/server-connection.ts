import { cameraPageLinkPath } from '@sightline/contracts/camera-pages/camera-page-link';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocket } from 'ws';

const dialLimitMs = 5_000;
const maxPayloadBytes = 1_048_576;

/** Opens the core's side of a way to a page, as a stream of bytes; fails with `unavailable` when the server does not take it within 5 s. */
export function dialServer(options: { serverUrl: string; serverCa: string | null; token: string }): Promise<Duplex> {
  const url = new URL(`${cameraPageLinkPath}/${encodeURIComponent(options.token)}`, options.serverUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url, {
    handshakeTimeout: dialLimitMs,
    maxPayload: maxPayloadBytes,
    perMessageDeflate: false,
    ...(options.serverCa === null ? {} : { ca: options.serverCa }),
  });
  // Made before it opens, so that nothing of a quick server is lost.
  const stream = createWebSocketStream(socket);
  stream.on('error', () => socket.terminate());
  return new Promise((resolve, reject) => {
    socket.once('error', (cause) => reject(new AppError('unavailable', {}, { cause })));
    socket.once('open', () => resolve(stream));
  });
}
