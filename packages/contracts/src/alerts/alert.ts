import { z } from 'zod';
import { alertReason } from '../alert-rules/alert-rule.ts';
import { eventPhase, eventSeverity } from '../events/event.ts';
import { id, utcMs } from '../shared/ids.ts';

/** How far people are with an alert. What the rule says of it (`phase`) is another matter: neither ends the other. */
export const alertHandling = z.enum(['new', 'taken', 'done']);

/** What an alert turned out to be. */
export const alertOutcome = z.enum(['handled', 'falseAlarm', 'expected', 'test']);

/** What somebody said about an alert. */
export const alertComment = z.object({
  id,
  byUserId: z.string(),
  byName: z.string(),
  atUtcMs: utcMs,
  text: z.string(),
});

/** An alert as people see it. */
export const alert = z.object({
  id,
  /** Counts up within the organization: what people call it by. */
  /** Counts over the organization: null for whoever sees no alerts of some places, or not whom cameras hide, and would learn how many there are. */
  number: z.number().int().nullable(),
  ruleId: id.nullable().describe('null when the rule was deleted since'),
  ruleName: z.string(),
  kind: z.string(),
  severity: eventSeverity,
  cameraId: id.nullable(),
  cameraName: z.string(),
  /** When its camera was deleted, whose recordings nobody can play since; null while it is there. */
  cameraDeletedAtUtcMs: utcMs.nullable(),
  edgeId: id.nullable(),
  locationId: id,
  locationName: z.string(),
  timeZone: z.string(),
  phase: eventPhase,
  closeReason: z.string().nullable(),
  openedAtUtcMs: utcMs,
  closedAtUtcMs: utcMs.nullable(),
  updatedAtUtcMs: utcMs,
  receivedAtUtcMs: utcMs,
  /** Since when nobody knows whether an open one still holds, because its core is away; null while it is known. */
  unknownSinceUtcMs: utcMs.nullable(),
  /** It reached the server more than a minute after it was decided: nobody was woken. */
  isLate: z.boolean(),
  why: z.array(alertReason),
  /** How often the condition was met within it. */
  count: z.number().int(),
  eventIds: z.array(id),
  /** Picture of what it is about, signed for 5 minutes; null without one. */
  pictureUrl: z.string().nullable(),
  /** The clip in the camera's footage; null for alerts of no camera. */
  clip: z.object({ fromUtcMs: utcMs, toUtcMs: utcMs }).nullable(),
  /** Until then the core keeps the footage of the clip, as it said itself; null as long as it did not, once it does so no longer, and when nobody can play it any more. */
  footageUntilUtcMs: utcMs.nullable(),
  handling: alertHandling,
  outcome: alertOutcome.nullable(),
  /** Who took or ended it, and when. */
  handler: z.object({ userId: z.string(), name: z.string(), atUtcMs: utcMs }).nullable(),
  /** When whoever took it has it no more unless something is done about it before; null as long as nobody has it. */
  takeLapsesAtUtcMs: utcMs.nullable(),
  /** Who took it and did nothing about it until it went back to everybody, and when that was; null once somebody took it again. */
  lapsed: z.object({ userId: z.string(), name: z.string(), atUtcMs: utcMs }).nullable(),
  /** In which flood it is collapsed; null for one that stands in the queue by itself. */
  floodId: id.nullable(),
  commentCount: z.number().int(),
  /** Of the handling: sent along with each change of it. */
  revision: z.number().int(),
  can: z.object({ playback: z.boolean(), handle: z.boolean(), share: z.boolean() }),
});

/** One alert with what was said about it, the oldest first. */
export const alertDetail = alert.extend({ comments: z.array(alertComment) });

/** So many alerts of one rule or camera that they are collapsed in the queue. They are told and kept like others. */
export const alertFlood = z.object({
  id,
  /** Of which rule; null when one camera or core floods, whatever the rules. */
  ruleId: id.nullable(),
  /** Of the newest of them. */
  ruleName: z.string(),
  cameraId: id.nullable(),
  cameraName: z.string(),
  locationId: id,
  locationName: z.string(),
  timeZone: z.string(),
  severity: eventSeverity,
  /** How many of them somebody has to do something about. */
  open: z.number().int(),
  firstAtUtcMs: utcMs,
  lastAtUtcMs: utcMs,
  /** Nothing was collapsed in it for ten minutes. */
  isOver: z.boolean(),
});

/** Filters of every list of alerts. */
export const alertFilters = z.object({
  handling: z.array(alertHandling).max(3).optional(),
  severity: z.array(eventSeverity).max(3).optional(),
  kind: z.string().max(40).optional(),
  ruleId: id.optional(),
  cameraId: id.optional(),
  locationId: id.optional(),
  outcome: alertOutcome.optional(),
});

export type Alert = z.infer<typeof alert>;
export type AlertFlood = z.infer<typeof alertFlood>;
export type AlertDetail = z.infer<typeof alertDetail>;
export type AlertHandling = z.infer<typeof alertHandling>;
export type AlertOutcome = z.infer<typeof alertOutcome>;
