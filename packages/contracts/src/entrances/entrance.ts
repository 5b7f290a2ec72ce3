import { z } from 'zod';
import { picturePoint } from '../cameras/picture-shape.ts';
import { eventClass } from '../events/event.ts';
import { id, name, utcMs, visibleWords } from '../shared/ids.ts';

/** An entrance has a line of 2 to 10 points, over which people go in and out. */
export const entranceLine = z.array(picturePoint).min(2).max(10);

/** Side of a line, seen by who walks from its first point to its last. */
const lineSide = z.enum(['left', 'right']);

/** What people say of an entrance. A line that nobody can cross, or that crosses itself, is `entrance_line…`. */
export const entranceInput = z.object({
  name,
  cameraId: id,
  line: entranceLine,
  /** On this side of the line is who came in. */
  inSide: lineSide,
  /** Who is counted. */
  classes: z
    .array(eventClass)
    .min(1)
    .max(3)
    .default(() => ['person' as const]),
  /** Time of day at the site at which nobody is inside any more: counting begins anew. */
  resetAt: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'HH:mm')
    .default('00:00'),
});

/** How many went through, and how much of the time somebody looked. */
const counted = {
  in: z.number().int().min(0),
  out: z.number().int().min(0),
  /** Of so many seconds that there were, so many were watched. */
  watchedS: z.number().int().min(0),
  outOfS: z.number().int().min(0),
};

/** How many are inside now: the number that holds since `sinceUtcMs`, and who went in and out since. */
export const occupancy = z.object({
  inside: z.number().int().min(0),
  /** More went out than were inside: so many were missed on their way in. */
  missed: z.number().int().min(0),
  ...counted,
  /** The last reset, or the last correction if that is later. */
  sinceUtcMs: utcMs,
  resetsAtUtcMs: utcMs,
  /** The number was set by hand since the reset. */
  correction: z.object({ inside: z.number().int(), reason: z.string(), byName: z.string(), atUtcMs: utcMs }).nullable(),
});

/**
 * Whether it is counted. `pending`: the core was not told yet or never was linked; `coreTooOld`: it cannot count; `analysisOff`: the camera
 * is not looked at for whom the entrance counts.
 */
export const entranceState = z.enum(['counting', 'pending', 'coreTooOld', 'analysisOff']);

/** An entrance of a camera that the reader may see. */
export const entrance = entranceInput.extend({
  id,
  edgeId: id,
  locationId: id,
  locationName: z.string(),
  cameraName: z.string(),
  timeZone: z.string(),
  state: entranceState,
  createdAtUtcMs: utcMs,
  revision: z.number().int(),
  occupancy,
});

/** Says by hand how many are inside. */
export const occupancyCorrection = z.object({
  inside: z.number().int().min(0).max(100_000),
  reason: visibleWords(200),
});

/** How long the pieces of figures are, in the zone of the site. */
export const figureStep = z.enum(['minute', 'hour', 'day']);

/** The longest time of which figures are answered, by step, in days. */
export const longestFigureDays = { minute: 1, hour: 31, day: 366 } as const;

/** One minute, hour or day of the site. The first and the last may be cut by what was asked for. */
const figure = z.object({ fromUtcMs: utcMs, toUtcMs: utcMs, ...counted });

/** Figures of an entrance, oldest first; also those in which nobody came or nobody looked. */
export const entranceFigures = z.object({
  timeZone: z.string(),
  items: z.array(figure).max(1500),
  total: z.object(counted),
});

export type EntranceInput = z.infer<typeof entranceInput>;
export type Entrance = z.infer<typeof entrance>;
export type EntranceState = z.infer<typeof entranceState>;
export type Occupancy = z.infer<typeof occupancy>;
export type OccupancyCorrection = z.infer<typeof occupancyCorrection>;
export type FigureStep = z.infer<typeof figureStep>;
export type EntranceFigure = z.infer<typeof figure>;
export type EntranceFigures = z.infer<typeof entranceFigures>;
