import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';

/** What a core announces that opens the speakers of its cameras. */
export const talkCapability = 'talk';

/** Who is heard through a camera now. */
export const talker = z.object({ userId: id, userName: z.string().max(300), sinceAt: utcMs });

/** Whether a camera has a speaker: `unknown` until its core could ask it, with the `cause` where it failed. */
export const speakerState = z.object({ speaker: z.enum(['yes', 'no', 'unknown']), cause: errorCode.nullable() });

/** What is known of the speaker of a camera, and who is heard through it now; `talker` null: nobody. */
export const talkState = speakerState.extend({ talker: talker.nullable() });

/** Core → browser, as JSON on the data channel: nothing follows. */
export const talkMessage = z.object({ type: z.literal('ended'), code: errorCode });

export type SpeakerState = z.infer<typeof speakerState>;
export type Talker = z.infer<typeof talker>;
export type TalkState = z.infer<typeof talkState>;
export type TalkMessage = z.infer<typeof talkMessage>;
