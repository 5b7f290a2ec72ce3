import { linkRelayPath } from '@sightline/contracts/link/link';
import { AppError } from '@sightline/contracts/shared/errors';
import { WebSocket } from 'ws';
import type { PlayerTransport } from '../../platform/transport/player-transport.ts';
import { WebSocketTransport } from '../../platform/transport/web-socket-transport.ts';

const dialLimitMs = 5_000;
/** Browsers send requests only, never media. */
const maxPayloadBytes = 65_536;

/** Opens the core's side of a relay; fails with `unavailable` when the server does not take it within 5 s. */
export function dialRelay(options: {
  serverUrl: string;
  serverCa: string | null;
  token: string;
}): Promise<PlayerTransport> {
  const url = new URL(`${linkRelayPath}/${encodeURIComponent(options.token)}`, options.serverUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url, {
    handshakeTimeout: dialLimitMs,
    maxPayload: maxPayloadBytes,
    perMessageDeflate: false,
    ...(options.serverCa === null ? {} : { ca: options.serverCa }),
  });
  return new Promise((resolve, reject) => {
    socket.once('error', (cause) => reject(new AppError('unavailable', {}, { cause })));
    // Made before `open`, so that no message of a quick browser is lost.
    const transport = new WebSocketTransport(socket);
    socket.once('open', () => resolve(transport));
  });
}
