import { z } from 'zod';
import { id } from '../shared/ids.ts';

/**
 * Kinds of things that are found. `sublocation`: a location below another. Speakers, alarms, events, walls, persons,
 * buildings and floors are added here by the features that bring them; readers must leave out a type that they do not know.
 */
export const foundType = z.enum(['location', 'sublocation', 'core', 'camera']);

/** One thing that was found. */
export const foundItem = z.object({
  type: foundType,
  id,
  name: z.string(),
  /** Names of the locations above it, root first; those of a core and of a camera end with where it is. */
  above: z.array(z.string()),
  /** Of a location that the caller sees more of than its name. */
  address: z.string().nullable(),
  /** The location itself, or where the core or camera is. */
  locationId: id,
  /** Of a core itself, and of a camera. */
  edgeId: id.nullable(),
  /** 0..1, for putting several lists into one order: 1 the whole name, below 0.6 only a name that is spelled alike. */
  score: z.number(),
});

export type FoundType = z.infer<typeof foundType>;
export type FoundItem = z.infer<typeof foundItem>;
