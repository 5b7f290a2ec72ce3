import { entry, type ErrorEntry } from './error-entry.ts';

/** Talking through cameras. */
export const talkErrors = {
  talk_no_speaker: entry(
    409,
    false,
    'This camera has no usable speaker. Switch on its audio output in the camera, as G.711, and try again.',
  ),
  talk_busy: entry(409, true, "Someone else is talking through this camera. Wait until they're done."),
  talk_not_possible: entry(
    503,
    true,
    "Can't send your voice to this camera. Check that WebRTC is on in the camera's settings, and try again.",
  ),
  talk_core_old: entry(409, false, "This camera's core is too old for talking. Update the core."),
  talk_ended: entry(410, false, 'The talk has ended. Press Talk to start again.'),
  talk_time_over: entry(410, false, 'A talk ends after five minutes. Press Talk to continue.'),
  talk_no_sound: entry(
    410,
    true,
    'No sound arrived from your browser. Check your microphone and network, and press Talk again.',
  ),
  talk_camera_lost: entry(
    502,
    true,
    'The camera ended the talk. Press Talk again. If it ends again, restart the camera.',
  ),
} as const satisfies Record<string, ErrorEntry>;
