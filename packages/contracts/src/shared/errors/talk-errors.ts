import { entry, type ErrorEntry } from './error-entry.ts';

/** Talking through cameras. */
export const talkErrors = {
  talk_no_speaker: entry(
    409,
    false,
    'This camera has no speaker that this system can use. Switch its audio output on in the camera, as G.711, and try again.',
  ),
  talk_busy: entry(409, true, 'Somebody else is talking through this camera. Wait until they are done.'),
  talk_not_possible: entry(
    503,
    true,
    'Your voice finds no way to this camera. Check that WebRTC is switched on in the settings of the camera, and try again.',
  ),
  talk_core_old: entry(409, false, 'The core of this camera is too old to talk through it. Update the core.'),
  talk_ended: entry(410, false, 'This talk has ended. Press Talk to begin another one.'),
  talk_time_over: entry(410, false, 'A talk ends after five minutes. Press Talk to go on.'),
  talk_no_sound: entry(
    410,
    true,
    'No more sound came from your browser. Check your microphone and your network, and press Talk again.',
  ),
  talk_camera_lost: entry(
    502,
    true,
    'The camera ended the talk. Press Talk again; if it ends again, restart the camera.',
  ),
} as const satisfies Record<string, ErrorEntry>;
