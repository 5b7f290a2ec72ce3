import { z } from 'zod';
import { eventSeverity } from '../events/event.ts';
import { id, utcMs } from '../shared/ids.ts';
import { scheduleTimes } from '../schedules/schedule.ts';
import { alertReason } from './alert-rule.ts';

/** A core that announces this runs alert rules on tracks and motion. */
export const rulesAbility = 'rules';

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
});

/** What cores are told of alert rules. */
export const alertRuleKinds = { alertRule: alertRuleContent } as const;

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

export type AlertRuleContent = z.infer<typeof alertRuleContent>;
export type AlertChangeRecord = z.infer<(typeof alertRuleRecords)[0]>;
export type AlertNearMissRecord = z.infer<(typeof alertRuleRecords)[1]>;
