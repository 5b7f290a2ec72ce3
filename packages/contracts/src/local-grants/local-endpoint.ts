import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';

/** Most bytes of one message, both ways. */
export const localMessageBytes = 200_000;

const requestId = z.number().int().min(1).max(0xffff_ffff);

/** Browser → core. The first message must be `grant`; it may come again with a newer grant. */
export const toEndpoint = z.discriminatedUnion('type', [
  z.object({ type: z.literal('grant'), token: z.string().min(20).max(150_000) }),
  /** Opens a peer connection for a camera, as the call `live.offer` does over the server. */
  z.object({
    type: z.literal('offer'),
    requestId,
    cameraId: id,
    sdp: z.string().min(10).max(60_000),
    stream: z.enum(['auto', 'main', 'sub']).default('auto'),
    originals: z.boolean().default(false),
  }),
  z.object({
    type: z.literal('candidate'),
    requestId,
    leaseId: id,
    candidate: z.string().max(2000),
    mid: z.string().max(40),
  }),
  /** Keeps a view open for another 30 s. */
  z.object({ type: z.literal('renew'), requestId, leaseId: id }),
  z.object({ type: z.literal('close'), requestId, leaseId: id }),
]);

/** Core → browser. Every request is answered by `answer` or `failed`. */
export const fromEndpoint = z.discriminatedUnion('type', [
  /** The grant holds until then, by the core's clock. */
  z.object({ type: z.literal('welcome'), expiresAt: utcMs }),
  z.object({
    type: z.literal('answer'),
    requestId,
    lease: z.object({ leaseId: id, expiresAt: utcMs, mayAskOriginals: z.boolean(), sdp: z.string() }).nullable(),
  }),
  z.object({ type: z.literal('failed'), requestId, code: errorCode }),
  /** The grant does not hold (any more); the connection ends. */
  z.object({ type: z.literal('refused'), code: errorCode }),
]);

export type ToEndpoint = z.infer<typeof toEndpoint>;
export type FromEndpoint = z.infer<typeof fromEndpoint>;
