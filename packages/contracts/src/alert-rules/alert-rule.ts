import { z } from 'zod';
import { eventSeverity } from '../events/event.ts';
import { id, name, utcMs } from '../shared/ids.ts';
import { ruleCondition } from './rule-conditions.ts';

/** Ways in which people hear of an alert. It stands in the queue in any case. */
export const alertChannel = z.enum(['push', 'mail']);

/** People who are told of an alert that nobody took, so many minutes after it came. */
const escalationStep = z.object({
  afterMinutes: z.number().int().min(1).max(1440),
  userIds: z.array(z.string().max(64)).min(1).max(200),
});

/**
 * What people say of a rule. A condition with something drawn (zones, a line, a place) belongs to one camera. Fails with
 * `alert_rule_invalid` and, in `data.faults`, what is wrong with it: `noCamera`, `manyCameras`, `crossingEdges`, `tooSmall`,
 * `shortLine`, `expression`, `nothingNamed` (a list without plates), `noLine` (counted by lines without any), `emptyRange` (from more than
 * to), `sumTooShort` (visits of less time than the limit), `alwaysSo` (at least nobody), `containerNumber` (one that no container has), `noField` and
 * `fieldValue` (its event tag has no such field, or the field never holds what is compared).
 */
export const alertRuleInput = z.object({
  name,
  condition: ruleCondition,
  isEnabled: z.boolean().default(true),
  severity: eventSeverity,
  /** None for rules on cores. */
  cameraIds: z
    .array(id)
    .max(200)
    .default(() => []),
  /** For `coreStatus`; none otherwise. */
  edgeIds: z
    .array(id)
    .max(200)
    .default(() => []),
  /** Null: at any time. */
  scheduleId: id.nullable().default(null),
  /** After an alert was opened, another one is not opened for so long. */
  coolDownS: z.number().int().min(0).max(86_400).default(60),
  /** What happens so soon after an alert counts into it. */
  mergeS: z.number().int().min(0).max(3600).default(60),
  /** The clip: seconds before and after. */
  preS: z.number().int().min(0).max(60).default(5),
  postS: z.number().int().min(0).max(120).default(10),
  /** Footage of an alert is kept for so many days, even where it would be deleted before; 0: as any footage. */
  protectDays: z.number().int().min(0).max(365).default(30),
  notify: z
    .object({
      userIds: z.array(z.string().max(64)).max(200),
      channels: z.array(alertChannel).max(2),
      /** Who is told when nobody took the alert within so many minutes; absent: nobody else. */
      steps: z.array(escalationStep).max(5).optional(),
    })
    .default(() => ({ userIds: [], channels: ['push' as const] })),
});

/**
 * Whether a rule is at work at one of its cameras or cores. `muted`: the camera is. `disarmed`: none of the alarms that it belongs to is armed. `pending`: its core was not told yet or said nothing yet.
 * `waitsFor`: the core lacks what `needs` names (a model, a door). `coreTooOld`: it does not know rules of this kind. `analysisOff`: the
 * camera does not look for it, or its location or organization forbids that. `nothingNamed`: nobody is on its list, as its groups are empty.
 */
export const ruleState = z.enum([
  'armed',
  'off',
  'snoozed',
  'muted',
  'disarmed',
  'outsideSchedule',
  'pending',
  'waitsFor',
  'coreTooOld',
  'analysisOff',
  'nothingNamed',
]);

const ruleTarget = z.object({
  id,
  name: z.string(),
  locationId: id,
  locationName: z.string(),
  state: ruleState,
  /** The ability that is missing, with `waitsFor`. */
  needs: z.string().nullable(),
  /** Until when the camera is muted. */
  mutedUntilUtcMs: utcMs.nullable().default(null),
});

/** Until when a rule alerts nobody, and who said so. */
const snooze = z.object({ untilUtcMs: utcMs, byUserId: z.string(), byName: z.string() });

/** A rule as the reader sees it, with its state at each of its cameras and cores. */
export const alertRule = alertRuleInput.extend({
  id,
  /** Cameras or cores. Those that the reader may not see are left out, and counted. */
  targets: z.array(ruleTarget),
  hiddenTargetCount: z.number().int(),
  scheduleName: z.string().nullable(),
  snooze: snooze.nullable(),
  /** It names people and ways to tell them, and none of them hears of its alerts any more: they left, or see no alerts where it watches. */
  reachesNobody: z.boolean().default(false),
  /** Alerts of the last 7 days, and how many of them people called false. */
  alertCount: z.number().int(),
  falseCount: z.number().int(),
  lastAlertUtcMs: utcMs.nullable(),
  revision: z.number().int(),
  updatedAtUtcMs: utcMs,
  can: z.object({ edit: z.boolean() }),
});

/** What kept a rule from alerting, and how it came near. */
export const nearMiss = z.object({
  atUtcMs: utcMs,
  /** Null for a core, which `cameraName` then names. */
  cameraId: id.nullable(),
  cameraName: z.string(),
  hindrance: z.string().max(40),
  /** So often within the minute that began at `atUtcMs`. */
  count: z.number().int(),
  why: z.array(z.lazy(() => alertReason)).max(20),
});

/** One condition with the value that met it. */
export const alertReason = z.object({
  what: z.string().max(40),
  value: z.union([z.number(), z.string().max(200)]),
  limit: z.number().nullable(),
  /** The zone or line of the rule; null: the whole picture. */
  placeId: z.string().max(80).nullable(),
  class: z.string().max(40).nullable(),
  /** 0-1; null when it is about no single one. */
  score: z.number().nullable(),
  /** The field that the value is of, where it is one of a posted event. */
  field: z.string().max(40).optional(),
});

/** A rule as it stands in its form, saved or not, of which a test is sent. */
export const ruleTestInput = z.object({
  name: z.string().trim().max(120),
  cameraIds: alertRuleInput.shape.cameraIds,
  edgeIds: alertRuleInput.shape.edgeIds,
  userIds: z.array(z.string().max(64)).max(200),
  channels: z.array(alertChannel).min(1).max(2),
});

/** A rule as it stands in its form: whom it names, and where it watches. */
export const ruleAudienceInput = ruleTestInput.pick({ cameraIds: true, edgeIds: true, userIds: true });

/**
 * What became of a test. `queued`: a mail that is on its way. `noBrowser`: nothing of theirs takes notifications; `muted`: it is off or muted;
 * `quiet`: not at this time of theirs. `mayNotSee`: they see no alerts there, so that nobody tells them of any.
 */
export const ruleTestResult = z.object({
  userId: z.string(),
  name: z.string(),
  channel: alertChannel,
  outcome: z.enum(['sent', 'queued', 'noBrowser', 'muted', 'quiet', 'failed', 'mayNotSee']),
});

export type RuleAudienceInput = z.infer<typeof ruleAudienceInput>;
export type RuleTestInput = z.infer<typeof ruleTestInput>;
export type RuleTestResult = z.infer<typeof ruleTestResult>;
export type AlertRuleInput = z.infer<typeof alertRuleInput>;
export type AlertRule = z.infer<typeof alertRule>;
export type AlertReason = z.infer<typeof alertReason>;
export type RuleState = z.infer<typeof ruleState>;
export type NearMiss = z.infer<typeof nearMiss>;
export type AlertChannel = z.infer<typeof alertChannel>;
