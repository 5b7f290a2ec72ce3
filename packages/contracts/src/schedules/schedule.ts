import { z } from 'zod';
import { minuteOfDay, weeklyHours } from '../cameras/camera-settings.ts';
import { id, name, utcMs } from '../shared/ids.ts';

const hoursOfDay = z
  .array(
    z
      .object({ fromMinute: minuteOfDay, toMinute: minuteOfDay })
      .refine((span) => span.fromMinute < span.toMinute, 'from before to'),
  )
  .max(10);

/** A date of the site's calendar on which other hours hold than on its weekday; none means closed all day. */
const scheduleException = z.object({ date: z.iso.date(), hours: hoursOfDay });

/** When something is open: hours of the week in a zone, and the dates that are different. Sent to cores within what uses it. */
export const scheduleTimes = z.object({
  timeZone: z.string().min(1).max(64),
  hours: weeklyHours,
  exceptions: z
    .array(scheduleException)
    .max(366)
    .default(() => []),
});

/** What people say of a schedule. Spans of one day must not overlap, and a date stands in `exceptions` once: `schedule_overlaps`. */
export const scheduleInput = scheduleTimes.extend({ name });

/** A schedule of the organization. */
export const schedule = scheduleInput.extend({
  id,
  /** How many rules and alarms use it. */
  usedBy: z.number().int(),
  revision: z.number().int(),
  updatedAtUtcMs: utcMs,
  /** Whether it is open now, and when that changes next within 60 days. */
  isOpen: z.boolean(),
  changesAtUtcMs: utcMs.nullable(),
});

export type ScheduleTimes = z.infer<typeof scheduleTimes>;
export type ScheduleInput = z.infer<typeof scheduleInput>;
export type Schedule = z.infer<typeof schedule>;
