import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** Alerts of one armed alarm at one location, gathered until somebody closes them. */
export const managedAlarm = z.object({
  id,
  /** Counts up within the organization; people say it to each other. */
  number: z.number().int(),
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** Null when the armed alarm was deleted since. */
  armedAlarmId: id.nullable(),
  name: z.string(),
  locationId: id,
  locationName: z.string(),
  /** Zone of the location. */
  timeZone: z.string(),
  createdAt: utcMs,
  lastAlertAt: utcMs,
  updatedAt: utcMs,
  closedAt: utcMs.nullable(),
  closedBy: z.object({ userId: z.string(), name: z.string() }).nullable(),
  alertCount: z.number().int(),
  /** How many of them nobody is done with. */
  openAlertCount: z.number().int(),
});

export type ManagedAlarm = z.infer<typeof managedAlarm>;
