import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** Leases end 30 s after the last renewal; a revoked permission ends them at once. */
export const leaseMs = 30_000;

/** A STUN or TURN server in the form that browsers take. */
export const iceServer = z.object({ urls: z.string(), username: z.string().optional(), credential: z.string().optional() });

/** A right to watch one camera for a while. `mayAskOriginals`: its owner may also ask for the picture with nothing hidden. */
export const lease = z.object({ leaseId: id, expiresAt: utcMs, mayAskOriginals: z.boolean().default(false) });

/** Answer of the core to an offer, with the lease that it lives under. */
export const rtcAnswer = lease.extend({ sdp: z.string(), iceServers: z.array(iceServer) });

/** `url` is a WebSocket path on the server that opens once within 10 s; it speaks the player protocol. */
export const relayTicket = lease.extend({ url: z.string() });

export type RtcAnswer = z.infer<typeof rtcAnswer>;
export type RelayTicket = z.infer<typeof relayTicket>;
export type Lease = z.infer<typeof lease>;
