import { z } from 'zod';
import { box, eventClass } from './event.ts';

/** What a picture of an event shows, as it is written into the picture: corners of areas one after the other, x and y in turn, in millionths of the picture. */
export const writtenSight = z.object({
  part: box,
  /** Null: nothing was hidden when it was made. */
  hidden: z
    .object({
      areas: z.array(z.array(z.number()).min(6)),
      objects: z.array(eventClass),
      how: z.enum(['pixelate', 'fill']),
    })
    .nullable(),
});
