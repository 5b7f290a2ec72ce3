import { z } from 'zod';
import { eventSeverity } from '../events/event.ts';
import { id, utcMs } from '../shared/ids.ts';
import { arming } from '../armed-alarms/arming.ts';
import { scheduleTimes } from '../schedules/schedule.ts';
import { alertReason } from './alert-rule.ts';

/** A core that announces this runs alert rules on tracks and motion. */
export const rulesAbility = 'rules';

/** A core that announces this alerts nobody of a camera while that is muted. */
export const cameraMutesAbility = 'cameraMutes';

/** A rule as a core runs it, with those of its cameras that are the core's. */
const alertRuleContent = z.object({
  name: z.string(),
  /** A `RuleCondition`. Cores keep kinds that they do not know, and judge them once they do. */
  condition: z.looseObject({ kind: z.string().max(40) }),
  severity: eventSeverity,
  cameraIds: z.array(id).max(200),
  schedule: scheduleTimes.nullable(),
  coolDownS: z.number().int(),
  mergeS: z.number().int(),
  preS: z.number().int(),
  postS: z.number().int(),
  protectDays: z.number().int(),
  snoozedUntilUtcMs: utcMs.nullable(),
  /** Those of its cameras that are muted, or were. Cores that do not announce `cameraMutes` read over it. */
  mutes: z
    .array(z.object({ cameraId: id, untilUtcMs: utcMs }))
    .max(200)
    .default(() => []),
  /** Of the alarms it belongs to: it alerts while one of them is armed. None: it is always armed. */
  arming: z
    .array(arming)
    .max(20)
    .default(() => []),
});

/** What cores are told of alert rules. */
export const alertRuleKinds = { alertRule: alertRuleContent } as const;

/** A core that announces this keeps what rules are judged by, and tries rules on it. */
export const replayAbility = 'rulesReplay';

/** A core that announces this keeps footage of alerts that the server judges. */
export const askedFootageAbility = 'askedFootage';

/** So many alerts are asked about at a time. */
export const footageAsksAtOnce = 200;

/** An alert of the server whose footage is to be kept: from before it began until after it was over, and so long after that. */
const footageAsk = z.object({
  alertId: id,
  cameraId: id,
  fromUtcMs: utcMs,
  /** Null while it is open: what is recorded meanwhile is kept as well. */
  closedUtcMs: utcMs.nullable(),
  postMs: z.number().int().min(0),
  keepMs: z.number().int().min(0),
});

/** When a condition would have alerted. `untilUtcMs`: when it was over, or was met the last time. */
const replayMoment = z.object({
  atUtcMs: utcMs,
  untilUtcMs: utcMs,
  count: z.number().int().min(1),
  why: z.array(alertReason).max(20),
});

/** What a condition would have done. */
const replayResult = z.object({
  /** How many alerts, and the newest of them, newest first. */
  count: z.number().int(),
  moments: z.array(replayMoment).max(200),
  /** What kept it from alerting, how often. */
  heldBack: z.array(z.object({ hindrance: z.string().max(40), count: z.number().int() })).max(20),
  /** Since when it is known what there was to see, null when nothing is; and how much of the time since then was seen. */
  fromUtcMs: utcMs.nullable(),
  toUtcMs: utcMs,
  seenMs: z.number().int(),
});

/** How far a replay is, 0-1, and what it found once it is done. */
export const replayState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running'), share: z.number().min(0).max(1) }),
  z.object({ state: z.literal('done'), result: replayResult }),
]);

/** What cores are asked. */
export const alertRuleCommands = {
  /**
   * Tries a condition on what a camera saw in the last days. Answers within two seconds: while it runs it is asked again with the same
   * `replayId`, and it ends when nobody asks for ten seconds. A condition that is no `CameraCondition` is `back_test_kind`.
   */
  'rules.replay': {
    input: z.object({
      replayId: id,
      cameraId: id,
      condition: z.looseObject({ kind: z.string().max(40) }),
      schedule: scheduleTimes.nullable(),
      coolDownS: z.number().int().min(0).max(86_400),
      mergeS: z.number().int().min(0).max(3600),
      days: z.number().int().min(1).max(7),
    }),
    output: replayState,
  },
  /** Keeps footage of alerts. Answers of each until when; null while it is open, and where there is nothing to keep (any more). Asked again it changes nothing. */
  'rules.keepFootage': {
    input: z.object({ alerts: z.array(footageAsk).max(footageAsksAtOnce) }),
    output: z.object({
      alerts: z.array(z.object({ alertId: id, untilUtcMs: utcMs.nullable() })).max(footageAsksAtOnce),
    }),
  },
} as const;

/** What cores report. */
export const alertRuleRecords = [
  /**
   * An alert was opened, more of it is known, or it was closed. `sequence` rises with each within one alert; one that is not
   * newer changes nothing. `subjectIds`: the events that it is about.
   */
  z.object({
    kind: z.literal('alertChange'),
    alertId: id,
    ruleId: id,
    cameraId: id,
    sequence: z.number().int().min(1),
    phase: z.enum(['opened', 'updated', 'closed']),
    closeReason: z.string().max(40).nullable(),
    openedAtUtcMs: utcMs,
    /** When this was so at the camera, and when the core knew it. */
    atUtcMs: utcMs,
    decidedAtUtcMs: utcMs,
    why: z.array(alertReason).max(20),
    subjectIds: z.array(id).max(50),
    count: z.number().int().min(1),
  }),
  /** A rule did not alert although it nearly or wholly would have; `count` times within the minute from `atUtcMs`. */
  z.object({
    kind: z.literal('alertNearMiss'),
    ruleId: id,
    cameraId: id,
    atUtcMs: utcMs,
    hindrance: z.string().max(40),
    count: z.number().int().min(1),
    why: z.array(alertReason).max(20),
  }),
  /** Until when the core keeps the footage of an alert that is over, even where it would delete it before; null: it does so no longer. */
  z.object({ kind: z.literal('alertFootage'), alertId: id, cameraId: id, untilUtcMs: utcMs.nullable() }),
] as const;

export type ReplayResult = z.infer<typeof replayResult>;
export type ReplayState = z.infer<typeof replayState>;
export type AlertRuleContent = z.infer<typeof alertRuleContent>;
export type AlertChangeRecord = z.infer<(typeof alertRuleRecords)[0]>;
export type AlertNearMissRecord = z.infer<(typeof alertRuleRecords)[1]>;
