import { frameSocket } from './socket-framing.ts';
import type { MessageSocket } from './socket-framing.ts';
import type { PlayerTransport, TransportEvents } from './player-transport.ts';

/** The player protocol over the data channel `player` of a peer connection: never crosses the uplink of the site. */
export function dataChannelTransport(channel: RTCDataChannel, events: TransportEvents): PlayerTransport {
  return frameSocket({
    kind: 'direct',
    socket: channel as unknown as MessageSocket,
    isOpen: () => channel.readyState === 'open',
    events,
  });
}
