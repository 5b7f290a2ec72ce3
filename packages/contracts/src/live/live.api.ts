import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { coreCandidate, lease, relayTicket, rtcAnswer, sessionTransport } from './live.ts';

const leaseParams = z.object({ leaseId: id });

/** Asks for the picture with nothing hidden, which demands OriginalsView (`forbidden` without) and is written to the audit log. */
const originals = z.boolean().default(false);

export const liveCalls = {
  offer: defineCall({
    method: 'POST',
    path: '/api/v1/cameras/{id}/live/offers',
    permission: 'CameraView',
    summary: 'Opens a peer connection to the core that holds the camera: a video track and a data channel `player`.',
    params: idParams,
    body: z.object({
      sdp: z.string().min(10).max(60_000),
      stream: z.enum(['auto', 'main', 'sub']).default('auto'),
      originals,
    }),
    output: rtcAnswer,
    status: 201,
    errors: [
      'core_offline',
      'core_never_connected',
      'core_pairing_revoked',
      'core_timeout',
      'live_not_possible',
      'privacy_core_too_old',
    ],
  }),
  relay: defineCall({
    method: 'POST',
    path: '/api/v1/cameras/{id}/live/relays',
    permission: 'CameraView',
    summary: 'Opens the player protocol through the server, for browsers without a direct path to the core.',
    params: idParams,
    body: z.object({ originals }),
    output: relayTicket,
    status: 201,
    errors: ['core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout', 'privacy_core_too_old'],
  }),
  candidate: defineCall({
    method: 'POST',
    path: '/api/v1/live/{leaseId}/candidates',
    permission: 'member',
    summary:
      'Hands one ICE candidate of the browser to the core, and answers those that the core found since. Only the session that owns the lease may; to others it is as one that ended: `live_lease_ended` (410).',
    params: leaseParams,
    body: z.object({ candidate: z.string().max(2000), mid: z.string().max(40) }),
    output: z.object({ candidates: z.array(coreCandidate) }),
    errors: ['live_lease_ended'],
  }),
  setSession: defineCall({
    method: 'PUT',
    path: '/api/v1/live/{leaseId}/session',
    permission: 'member',
    summary:
      'Says how the picture of the own session comes, by the candidate pair in use. A view through the server stays one, whatever is said. Deleting it is closing it. A view that ended, that is somebody else’s or that never was is answered alike: `live_lease_ended` (410).',
    params: leaseParams,
    body: z.object({ transport: sessionTransport.exclude(['mse']) }),
    output: z.object({}),
    errors: ['live_lease_ended', 'privacy_core_too_old'],
  }),
  renew: defineCall({
    method: 'POST',
    path: '/api/v1/live/{leaseId}/renew',
    permission: 'member',
    summary:
      'Keeps a live view open for another 30 s, after asking the permission again. A view that ended, that is somebody else’s or that never was is answered alike: `live_lease_ended` (410).',
    params: leaseParams,
    body: z.object({}),
    output: lease,
    errors: ['live_lease_ended'],
  }),
  close: defineCall({
    method: 'DELETE',
    path: '/api/v1/live/{leaseId}',
    permission: 'member',
    summary: 'Ends a live view. Ending it twice is no error.',
    params: leaseParams,
    output: z.object({}),
  }),
};
