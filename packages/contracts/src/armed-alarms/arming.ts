import { z } from 'zod';
import { scheduleTimes } from '../schedules/schedule.ts';
import { utcMs } from '../shared/ids.ts';

/** What one does with an armed alarm. */
export const armedState = z.enum(['disarmed', 'armed']);

/**
 * When an alarm is armed: what a person said last holds from `fromUtcMs` to `untilUtcMs` (null: until somebody says otherwise), then the
 * schedule; without one, the opposite of what was said.
 */
export const arming = z.object({
  state: armedState,
  fromUtcMs: utcMs,
  untilUtcMs: utcMs.nullable(),
  schedule: scheduleTimes.nullable(),
});

export type ArmedState = z.infer<typeof armedState>;
export type Arming = z.infer<typeof arming>;
