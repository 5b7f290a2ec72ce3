import { linkRelayPath } from '@sightline/contracts/link/link';
import { type DialOptions, dialServer } from '../../platform/transport/dial-server.ts';
import type { PlayerTransport } from '../../platform/transport/player-transport.ts';
import { WebSocketTransport } from '../../platform/transport/web-socket-transport.ts';

/** Browsers send requests only, never media. */
const maxPayloadBytes = 65_536;

/** Opens the core's side of a relay; fails with `unavailable` when the server does not take it within 5 s. */
export const dialRelay = (options: DialOptions): Promise<PlayerTransport> =>
  dialServer(options, { path: linkRelayPath, maxPayloadBytes, wrap: (socket) => new WebSocketTransport(socket) });
