import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** Leases end 30 s after the last renewal; a revoked permission ends them at once. */
export const leaseMs = 30_000;

/** A STUN or TURN server in the form that browsers take. */
export const iceServer = z.object({
  urls: z.string(),
  username: z.string().optional(),
  credential: z.string().optional(),
});

/**
 * How a live picture travels, by the candidate pair that is in use. `direct`: within one network, the core's end having a
 * private address. `internet`: straight to the core, but over the internet. `turn`: through a TURN server. `mse`: through this server.
 * `local`: within one network by a local grant, while the server is away.
 */
export const liveTransport = z.enum(['direct', 'internet', 'turn', 'mse', 'local']);

/** Ways that a live session of the server can have; of a view without the server it hears afterwards, for its audit. */
export const sessionTransport = liveTransport.exclude(['local']);

/** A right to watch one camera for a while. `mayAskOriginals`: its owner may also ask for the picture with nothing hidden. */
export const lease = z.object({ leaseId: id, expiresAt: utcMs, mayAskOriginals: z.boolean().default(false) });

/** Answer of the core to an offer, with the lease that it lives under. */
export const rtcAnswer = lease.extend({ sdp: z.string(), iceServers: z.array(iceServer) });

/** `url` is a WebSocket path on the server that opens once within 10 s; it speaks the player protocol. */
export const relayTicket = lease.extend({ url: z.string() });

/** A candidate of the core that it found after its answer. */
export const coreCandidate = z.object({ candidate: z.string().max(2000), mid: z.string().max(40) });

export type LiveTransport = z.infer<typeof liveTransport>;
export type SessionTransport = z.infer<typeof sessionTransport>;
export type CoreCandidate = z.infer<typeof coreCandidate>;
export type RtcAnswer = z.infer<typeof rtcAnswer>;
export type RelayTicket = z.infer<typeof relayTicket>;
export type Lease = z.infer<typeof lease>;
