import { z } from 'zod';
import { coreCandidate, iceServer } from '../live/live.ts';
import { defineCall } from '../shared/call.ts';
import { id, idParams, utcMs } from '../shared/ids.ts';
import { talkState } from './talk.ts';

const talkParams = z.object({ talkId: id });

/** Why the camera itself cannot be spoken through. */
const cameraFailures = [
  'camera_not_ready',
  'camera_unreachable',
  'camera_credentials_refused',
  'camera_path_not_found',
  'camera_not_rtsp',
  'camera_timeout',
  'camera_closed',
  'talk_no_speaker',
] as const;

/** Ends of a talk that its own browser hears of. */
const ends = [
  'talk_ended',
  'talk_time_over',
  'talk_no_sound',
  'talk_not_possible',
  'talk_camera_lost',
  'forbidden',
  'not_found',
] as const;

export const talkCalls = {
  state: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}/talk',
    permission: 'CameraView',
    summary:
      'Answers whether a camera has a speaker, asking it for those who may talk, and who is heard through it now.',
    params: idParams,
    output: talkState,
  }),
  offer: defineCall({
    method: 'POST',
    path: '/api/v1/cameras/{id}/talk/offers',
    permission: 'CameraTalk',
    summary:
      'Opens the speaker of a camera and a peer connection to its core, which brings a microphone as G.711. One person per camera: `talk_busy` names the one. Not for API keys.',
    params: idParams,
    body: z.object({ sdp: z.string().min(10).max(60_000) }),
    output: z.object({ talkId: id, sdp: z.string(), iceServers: z.array(iceServer), endsAt: utcMs }),
    status: 201,
    errors: [
      'core_offline',
      'core_never_connected',
      'core_pairing_revoked',
      'core_timeout',
      'talk_busy',
      'talk_not_possible',
      'talk_core_old',
      'api_key_scope',
      ...cameraFailures,
    ],
  }),
  candidate: defineCall({
    method: 'POST',
    path: '/api/v1/talks/{talkId}/candidates',
    permission: 'member',
    summary:
      'Hands one ICE candidate of the browser to the core, or with an empty one none, and answers those that the core found since. A talk that is over, that is somebody else’s or that never was is answered alike: `talk_ended` (410).',
    params: talkParams,
    body: z.object({ candidate: z.string().max(2000), mid: z.string().max(40) }),
    output: z.object({ candidates: z.array(coreCandidate) }),
    errors: ['talk_ended'],
  }),
  renew: defineCall({
    method: 'POST',
    path: '/api/v1/talks/{talkId}/renew',
    permission: 'member',
    summary:
      'Keeps a talk open for another 6 s. Fails with the reason when it is over; one that is somebody else’s or that never was is answered alike: `talk_ended` (410).',
    params: talkParams,
    body: z.object({}),
    output: z.object({}),
    errors: [...ends, 'core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout'],
  }),
  end: defineCall({
    method: 'DELETE',
    path: '/api/v1/talks/{talkId}',
    permission: 'member',
    summary: 'Ends a talk. Ending it twice is no error.',
    params: talkParams,
    output: z.object({}),
  }),
};
