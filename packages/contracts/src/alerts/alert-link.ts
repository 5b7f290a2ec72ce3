import { z } from 'zod';
import { interval } from '../recordings/recording.ts';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';

/** How long a link to an alert works at most. */
export const longestLinkHours = 720;

/** A link that shows the clip of one alert to whoever holds it. Its token is answered once, where it is made. */
export const alertLink = z.object({
  id,
  alertId: id,
  createdAtUtcMs: utcMs,
  createdByName: z.string(),
  expiresAtUtcMs: utcMs,
  revokedAtUtcMs: utcMs.nullable(),
  revokedByName: z.string().nullable(),
  /** How often it was opened; within ten minutes from one address once. */
  openCount: z.number().int(),
  lastOpenedAtUtcMs: utcMs.nullable(),
  can: z.object({ revoke: z.boolean() }),
});

/** A link that was just made, with the token that opens it. */
export const newAlertLink = alertLink.extend({ token: z.string() });

/** How far the clip behind a link is: `waiting` for its end or its core, `preparing` on its way here. */
export const sharedClipState = z.enum(['waiting', 'preparing', 'ready', 'failed']);

/** What whoever holds a link sees: this clip, and nothing else of the organization. */
export const sharedAlert = z.object({
  kind: z.string(),
  cameraName: z.string(),
  timeZone: z.string(),
  openedAtUtcMs: utcMs,
  expiresAtUtcMs: utcMs,
  clip: interval.extend({
    state: sharedClipState,
    /** Why it waits or failed; null while nothing is wrong. */
    failure: errorCode.nullable(),
    /** Of the range, what was not recorded. */
    gaps: z.array(interval),
    /** Signed for 5 minutes, present once ready. */
    url: z.string().nullable(),
  }),
});

export type AlertLink = z.infer<typeof alertLink>;
export type NewAlertLink = z.infer<typeof newAlertLink>;
export type SharedAlert = z.infer<typeof sharedAlert>;
