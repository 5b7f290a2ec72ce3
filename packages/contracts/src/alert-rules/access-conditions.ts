import { z } from 'zod';
import { id } from '../shared/ids.ts';
import { ruleZone } from './track-conditions.ts';

const seconds = (min: number, max: number, fallback: number) => z.number().min(min).max(max).default(fallback);

/** These doors; none: every saved door of the cameras. */
const doors = {
  doorIds: z
    .array(id)
    .max(200)
    .default(() => []),
};

/**
 * More people go in through a door than its access system let in. Who is let in has `windowS` to go through, and until 3 s after the door is
 * seen to close. `inwards`: which way people walk who go in.
 */
const doorTailgating = z.object({
  kind: z.literal('doorTailgating'),
  ...doors,
  windowS: seconds(3, 30, 10),
  inwards: z.enum(['towards', 'away']).default('towards'),
});

/** Somebody was let through a door, and nobody is in view, or more people than were let through. */
const eventValidation = z.object({
  kind: z.literal('eventValidation'),
  ...doors,
  zones: z
    .array(ruleZone)
    .max(8)
    .default(() => []),
  mode: z.enum(['nobody', 'morePeople']).default('nobody'),
  /** Which of those who were let through; who was let through in no direction counts for both. */
  direction: z.enum(['any', 'in', 'out']).default('any'),
  beforeS: seconds(0, 30, 3),
  afterS: seconds(1, 60, 10),
});

/** What a rule asks of the people at doors with an access system. */
export const accessConditions = [doorTailgating, eventValidation] as const;

/** A condition of one of these kinds; what older rules do not say has its default. */
export const accessCondition = z.discriminatedUnion('kind', accessConditions);

export type DoorTailgating = z.infer<typeof doorTailgating>;
export type EventValidation = z.infer<typeof eventValidation>;
/** A rule about people at doors with an access system. */
export type AccessCondition = DoorTailgating | EventValidation;
