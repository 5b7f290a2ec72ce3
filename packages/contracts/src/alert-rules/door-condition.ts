import { z } from 'zod';
import { id } from '../shared/ids.ts';

/**
 * Doors of the rule's cameras, as their cores see them. `open`: each opening. `held`: open or ajar for `heldS`. `blocked`: something stood in
 * it for `heldS`. `forced`: opened although nobody was let in, which only an access system can tell: until there is one, a rule that asks
 * for it waits. A core judges the others.
 */
export const doorCondition = z.object({
  kind: z.literal('door'),
  states: z
    .array(z.enum(['open', 'held', 'forced', 'blocked']))
    .min(1)
    .default(() => ['held' as const]),
  heldS: z.number().min(5).max(3600).default(30),
  /** These doors; none: every door of the cameras. Doors of other cameras are none of the rule's. */
  doorIds: z
    .array(id)
    .max(200)
    .default(() => []),
});

/** What a rule asks of doors. */
export type DoorCondition = z.infer<typeof doorCondition>;
