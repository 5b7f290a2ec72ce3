import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';

/**
 * Every value that a status has. `notConnected`: not there yet, so nothing has failed. `notRecording`: nothing is to be
 * written now. `unhealthy`: it works, but not all of it.
 */
export const statusState = z.enum(['online', 'unhealthy', 'notRecording', 'offline', 'notConnected']);

/** What a camera is made of, in the order in which a failure is blamed. */
export const statusPart = z.enum(['edge', 'mainStream', 'subStream', 'storage', 'smartStorage', 'analytics']);

/**
 * A status as it is shown: bad at once, good again only after it held for 15 s. `part` failed, for the reason `cause`.
 * `isFlapping`: it turned between good and bad at least four times within 10 min; said beside the state until it has been
 * quiet that long.
 */
export const shownStatus = z.object({
  state: statusState,
  part: statusPart.nullable(),
  cause: errorCode.nullable(),
  sinceUtcMs: utcMs,
  isFlapping: z.boolean(),
});

/** One part of a camera, as its core said last. */
export const partStatus = z.object({
  part: statusPart,
  state: statusState,
  cause: errorCode.nullable(),
  sinceUtcMs: utcMs,
});

/** What was shown became something else, or began (`isFlapping`) or ceased to flap. */
export const statusChange = z.object({
  id,
  atUtcMs: utcMs,
  from: statusState,
  to: statusState,
  part: statusPart.nullable(),
  cause: errorCode.nullable(),
  isFlapping: z.boolean(),
});

/** Half-open interval [fromUtcMs, toUtcMs) in which one state was shown. */
export const statusSpan = z.object({ fromUtcMs: utcMs, toUtcMs: utcMs, state: statusState });

/** A day of the site's calendar, `yyyy-mm-dd`. `uptimeShare`: time shown as online of the time in which it was connected, 0..1; null for none. */
export const statusDay = z.object({
  day: z.string(),
  fromUtcMs: utcMs,
  toUtcMs: utcMs,
  uptimeShare: z.number().min(0).max(1).nullable(),
  spans: z.array(statusSpan),
});

/** How something was over a range of whole site days, newest change first. `isCut`: there were more changes than are listed. */
export const statusHistory = z.object({
  timeZone: z.string(),
  status: shownStatus,
  /** Empty but for cameras. */
  parts: z.array(partStatus),
  uptimeShare: z.number().min(0).max(1).nullable(),
  days: z.array(statusDay),
  changes: z.array(statusChange),
  isCut: z.boolean(),
});

export type PartStatus = z.infer<typeof partStatus>;
export type ShownStatus = z.infer<typeof shownStatus>;
export type StatusChange = z.infer<typeof statusChange>;
export type StatusDay = z.infer<typeof statusDay>;
export type StatusHistory = z.infer<typeof statusHistory>;
export type StatusPart = z.infer<typeof statusPart>;
export type StatusSpan = z.infer<typeof statusSpan>;
export type StatusState = z.infer<typeof statusState>;
