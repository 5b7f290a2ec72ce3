import { z } from 'zod';
import { interval } from '../recordings/recording.ts';
import { utcMs } from '../shared/ids.ts';

/** Motion is kept per second on a grid of 16 columns and 9 rows. */
export const motionColumns = 16;
/** See `motionColumns`. */
export const motionRows = 9;

/** Cells as 36 hex digits: 144 bits, row by row from the top left, the highest bit of a digit first. */
export const motionCells = z.string().regex(/^[0-9a-f]{36}$/, '36 hex digits');

/** Runs of seconds in which something moved in the asked cells. */
export const motionMatches = z.object({
  items: z
    .array(
      interval.extend({
        /** Highest motion level of the run, 0-255. */
        peakLevel: z.number().int().min(0).max(255),
        /** Largest share of the asked cells that moved within one second, 0..1. */
        cellShare: z.number().min(0).max(1),
      }),
    )
    .max(1000),
  /** Seconds of the range whose motion is known; the rest was not analysed. */
  knownMs: z.number().int().min(0),
  /** Where to go on when more than the limit matched (runs before it are not answered: newest come first); null when all are here. */
  nextToUtcMs: utcMs.nullable(),
});

/** How long something moved in each cell over a range. */
export const motionHeat = z.object({
  /** Milliseconds for each cell, row by row from the top left. */
  movedMs: z.array(z.number().int().min(0)).length(motionColumns * motionRows),
  /** Milliseconds of the range whose motion is known; the rest was not analysed. */
  knownMs: z.number().int().min(0),
});

export type MotionHeat = z.infer<typeof motionHeat>;
export type MotionMatches = z.infer<typeof motionMatches>;
