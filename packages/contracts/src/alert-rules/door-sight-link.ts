import { z } from 'zod';
import { picturePoint, picturePolygon } from '../cameras/picture-shape.ts';
import { id, utcMs } from '../shared/ids.ts';

/** Longer ranges are asked for in parts, ms. */
export const longestSightMs = 300_000;

/** What a camera saw of people in a time. */
const doorSight = z.object({
  /** In these times it looked, or there was nothing to look at. */
  seen: z.array(z.object({ fromUtcMs: utcMs, toUtcMs: utcMs })).max(500),
  /** Ids of the events of people; what follows names them by their place here. */
  people: z.array(id).max(500),
  /** Who crossed the line, walking towards the camera or away from it. */
  passes: z.array(z.object({ atUtcMs: utcMs, to: z.enum(['towards', 'away']), who: z.number().int() })).max(500),
  /** Instants at which somebody was lost while crossing the line: nobody knows to which side. */
  lostUtcMs: z.array(utcMs).max(500),
  /** Looks with somebody in one of the zones. */
  looks: z.array(z.object({ atUtcMs: utcMs, who: z.array(z.number().int()).max(100) })).max(2_000),
});

/** What cores are asked about doors. */
export const doorSightCommands = {
  /**
   * What a camera saw of people from `fromUtcMs` to `toUtcMs`. `waiting`: what happened until then is not known yet; ask again. The line
   * goes from left to right below a door: who walks over it to its right walks towards the camera. Without zones all of the picture counts.
   */
  'rules.doorSight': {
    input: z.object({
      cameraId: id,
      fromUtcMs: utcMs,
      toUtcMs: utcMs,
      line: z.array(picturePoint).min(2).max(10),
      zones: z.array(picturePolygon).max(8),
    }),
    output: z.discriminatedUnion('state', [
      z.object({ state: z.literal('waiting') }),
      z.object({ state: z.literal('known'), sight: doorSight }),
    ]),
  },
} as const;

/** What a camera saw of people in a time. */
export type DoorSight = z.infer<typeof doorSight>;
