import { z } from 'zod';
import { coreCandidate } from '../live/live.ts';
import { errorCode } from '../shared/errors.ts';
import { id } from '../shared/ids.ts';
import { talkState, talker } from './talk.ts';

/** How much of a talk the camera was sent, ms of sound. */
const heardMs = z.number().int().min(0);

/** Requests to a core about talking through its cameras. The core ends a talk by itself by `talkTimes`. */
export const talkCommands = {
  /** Asks the camera on a connection of its own, unless it was asked lately; without `asks` answers what is known. */
  'talk.look': { input: z.object({ cameraId: id, asks: z.boolean() }), output: talkState },
  /**
   * Opens the speaker and answers the browser's offer, which sends G.711 as the camera takes it. One at a time per camera:
   * `talk_busy` with the `talker` that is heard. `stunServers` as in `live.offer`.
   */
  'talk.open': {
    input: z.object({
      talkId: id,
      cameraId: id,
      talker: talker.pick({ userId: true, userName: true }),
      sdp: z.string().max(60_000),
      stunServers: z.array(z.string().max(300)).max(8),
    }),
    output: z.object({ sdp: z.string().max(200_000) }),
  },
  /** Answers what the core found since its answer or since it was asked last. */
  'talk.candidate': {
    input: z.object({ talkId: id, candidate: z.string().max(2000), mid: z.string().max(40) }),
    output: z.object({ candidates: z.array(coreCandidate).max(64) }),
  },
  /** `endedBy`: why it is over; null while it goes on. */
  'talk.renew': { input: z.object({ talkId: id }), output: z.object({ endedBy: errorCode.nullable(), heardMs }) },
  /** `code`: what the browser is told. Ending what is over, or never was, is no error. */
  'talk.end': { input: z.object({ talkId: id, code: errorCode }), output: z.object({ heardMs }) },
} as const;
