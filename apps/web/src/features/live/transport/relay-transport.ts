import { frameSocket } from './socket-framing.ts';
import type { MessageSocket } from './socket-framing.ts';
import type { PlayerTransport, TransportEvents } from './player-transport.ts';

/** The player protocol through the server, for browsers without a direct path. `path` comes from a relay ticket. */
export function relayTransport(path: string, events: TransportEvents): PlayerTransport {
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : url.protocol === 'http:' ? 'ws:' : url.protocol;
  const socket = new WebSocket(url);
  return frameSocket({
    kind: 'relay',
    socket: socket as unknown as MessageSocket,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    events,
  });
}
