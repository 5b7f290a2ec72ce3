import { z } from 'zod';
import { eventClass } from '../events/event.ts';
import { id, utcMs } from '../shared/ids.ts';

/** Only events that began in so many days before now are found by the global search; the search page finds older ones. */
export const foundEventDays = 7;

/**
 * Kinds of things that are found. `sublocation`: a location below another; `alarm`: an armed one. Speakers and walls
 * are added here by the features that bring them; readers must leave out a type that they do not know.
 */
export const foundType = z.enum([
  'location',
  'sublocation',
  'core',
  'camera',
  'building',
  'floor',
  'alarm',
  'person',
  'event',
]);

/** One thing that was found. */
export const foundItem = z.object({
  type: foundType,
  id,
  /** Of an event that of its camera. */
  name: z.string(),
  /** Names of the locations above it, root first; those of a core, a camera and a building end with where it is, those of a floor with its building. */
  above: z.array(z.string()),
  /** Of a location that the caller sees more of than its name. */
  address: z.string().nullable(),
  /** The location itself, or where the thing is; of an alarm a place that one of its rules watches, and null when they watch nothing. */
  locationId: id.nullable(),
  /** Of a core itself, and of a camera. */
  edgeId: id.nullable(),
  /** A floor itself, and the lowest one of a building that has any. */
  floorId: id.nullable(),
  /** What an event is of; null for everything else. Servers from before there were events do not say it. */
  event: z
    .object({
      class: eventClass,
      subtype: z.string().nullable(),
      plate: z.string().nullable(),
      startedAtUtcMs: utcMs,
      timeZone: z.string(),
    })
    .nullable()
    .default(null),
  /** 0..1, for putting several lists into one order: 1 the whole name, below 0.6 only a name that is spelled alike. */
  score: z.number(),
});

export type FoundType = z.infer<typeof foundType>;
export type FoundItem = z.infer<typeof foundItem>;
