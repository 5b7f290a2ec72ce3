import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { utcMs } from '../shared/ids.ts';

/** Half-open interval [fromUtcMs, toUtcMs). */
export const interval = z.object({ fromUtcMs: utcMs, toUtcMs: utcMs });

/** As many as fit into one message of a core, so that none is refused that is true. */
export const intervals = <T extends z.ZodType>(one: T): z.ZodArray<T> => z.array(one).max(20_000);

/** Time without footage, with its cause. `open` gaps still grow. */
export const gap = interval.extend({ cause: errorCode, open: z.boolean() });

/**
 * What a stream has between two instants. `recorded` and `gaps` never overlap and together cover the asked range from
 * the moment recording was first wanted until now. Intervals shorter than `resolutionMs` may be merged.
 */
export const coverage = interval.extend({
  resolutionMs: z.number().int().min(0),
  recorded: intervals(interval),
  gaps: intervals(gap),
  /** Of what is recorded: nobody knows yet, or ever, whether the core's clock was right then. Older cores do not say. */
  uncertain: intervals(interval).default([]),
  /** Motion level 0-255 per bucket, or null where it is not known. Empty when nothing analyses this camera. */
  motion: z.object({
    bucketMs: z.number().int(),
    levels: z.array(z.number().int().min(0).max(255).nullable()).max(10_000),
  }),
  oldestUtcMs: utcMs.nullable(),
  newestUtcMs: utcMs.nullable(),
});

/** A day of the site's calendar, `yyyy-mm-dd`, with the share of it that is recorded (0..1). */
export const recordedDay = z.object({ day: z.string(), share: z.number().min(0).max(1) });

export type Interval = z.infer<typeof interval>;
export type Gap = z.infer<typeof gap>;
export type Coverage = z.infer<typeof coverage>;
export type RecordedDay = z.infer<typeof recordedDay>;
