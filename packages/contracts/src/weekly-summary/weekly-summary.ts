import { z } from 'zod';
import { utcMs } from '../shared/ids.ts';

/** 0 is Sunday. */
export const weekday = z.number().int().min(0).max(6);

/** The mail about the week: on or off for the organization, on which day and hour (of `timeZone`). People choose for themselves whether they want it. */
export const weeklySummary = z.object({
  isEnabled: z.boolean(),
  weekday,
  hour: z.number().int().min(0).max(23),
  timeZone: z.string(),
  subscriberCount: z.number().int(),
  lastSentAt: utcMs.nullable(),
  nextAt: utcMs.nullable(),
});

/** What is set of it. */
export const weeklySummaryInput = z.object({
  isEnabled: z.boolean(),
  weekday,
  hour: z.number().int().min(0).max(23),
  timeZone: z.string().min(1).max(64),
});

export type WeeklySummary = z.infer<typeof weeklySummary>;
