import { z } from 'zod';
import { containerCondition, recognitionCondition } from './recognition-conditions.ts';
import { trackCondition } from './track-conditions.ts';
import { traitCondition } from './trait-conditions.ts';

/** What somebody did to the camera. `dark` cannot be told from lights that went out. */
export const tamperingState = z.enum(['covered', 'blinded', 'moved', 'blurred', 'frozen', 'dark']);

/** The picture is not what the camera usually shows. */
export const tampering = z.object({
  kind: z.literal('tampering'),
  states: z
    .array(tamperingState)
    .min(1)
    .default(() => ['covered' as const, 'blinded' as const, 'moved' as const, 'blurred' as const, 'frozen' as const]),
  forS: z.number().min(5).max(600).default(15),
});

/** A condition that is judged by what one camera shows: live on its core, and again on what the core keeps of it. */
export const cameraCondition = z.discriminatedUnion('kind', [
  ...trackCondition.options,
  ...recognitionCondition.options,
  containerCondition,
  ...traitCondition.options,
  tampering,
]);

export type TamperingState = z.infer<typeof tamperingState>;
export type CameraCondition = z.infer<typeof cameraCondition>;
/** The condition of one kind. */
export type CameraConditionOf<K extends CameraCondition['kind']> = Extract<CameraCondition, { kind: K }>;
