import { cameraPageLinkPath } from '@sightline/contracts/camera-pages/camera-page-link';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, type WebSocket } from 'ws';
import { type DialOptions, dialServer } from '../../platform/transport/dial-server.ts';

const maxPayloadBytes = 1_048_576;

function streamOf(socket: WebSocket): Duplex {
  const stream = createWebSocketStream(socket);
  stream.on('error', () => socket.terminate());
  return stream;
}

/** Opens the core's side of a way to a page, as a stream of bytes; fails with `unavailable` when the server does not take it within 5 s. */
export const dialPageServer = (options: DialOptions): Promise<Duplex> =>
  dialServer(options, { path: cameraPageLinkPath, maxPayloadBytes, wrap: streamOf });
