import { ruleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import type { Arming } from '@sightline/contracts/armed-alarms/arming';
import { analysisSettings, type AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { isRuleArmed } from '@sightline/domain/armed-alarms/arming';
import type { Scope } from '@sightline/domain/permissions/grant';
import { namesNothing } from '@sightline/domain/rules/rule-faults';
import { isScheduleOpen } from '@sightline/domain/schedules/schedule-now';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { RuleFigures } from '../alerts/alerts.public.ts';
import { mayWithRule, seenOf } from './alert-rules.policy.ts';
import type { RuleRow } from './alert-rules.repository.ts';
import { ruleStateAt, type RuleFacts } from './rule-state.ts';
import type { TargetRow } from './rule-targets.repository.ts';
import { reachesNobody } from './rule-audience.ts';
import { amongMembers } from './rule-notify.ts';

/** What a rule is shown with. */
export interface RuleAround {
  targets: readonly TargetRow[];
  figures: RuleFigures | undefined;
  /** People who may be told, of those that the rule names. */
  members: ReadonlySet<string>;
  /** Where these see alerts. */
  scopes: ReadonlyMap<string, Scope>;
  /** Of the alarms that it belongs to. */
  arming: readonly Arming[];
  /** Of the groups that rules name, those that hold nobody. */
  emptyGroups: ReadonlySet<string>;
  nowUtcMs: number;
}

/** What a camera is looked at for: the switches of its location and organization win over its own. */
function analysisOf({ isCamera, analysis, allowsFaces, allowsPlates }: TargetRow): AnalysisSettings | null {
  if (!isCamera) return null;
  const { comparesFaces, readsPlates, ...rest } = analysisSettings.parse(analysis);
  return { ...rest, comparesFaces: comparesFaces && allowsFaces, readsPlates: readsPlates && allowsPlates };
}

function presentTarget(rule: RuleFacts, target: TargetRow, nowUtcMs: number): AlertRule['targets'][number] {
  const { id, name, locationId, locationName, abilities, isConfirmed, doorIds } = target;
  const mutedUntilUtcMs = target.mutedUntil?.getTime() ?? null;
  const facts = {
    abilities,
    analysis: analysisOf(target),
    isConfirmed,
    mutedUntilUtcMs,
    doorIds,
  };
  const isMuted = (mutedUntilUtcMs ?? 0) > nowUtcMs;
  return {
    id,
    name,
    locationId,
    locationName,
    ...ruleStateAt(rule, facts, nowUtcMs),
    mutedUntilUtcMs: isMuted ? mutedUntilUtcMs : null,
  };
}

function presentSnooze({ snoozedUntil, snoozedBy, snoozedByName }: RuleRow, nowUtcMs: number): AlertRule['snooze'] {
  if (snoozedUntil === null || snoozedUntil.getTime() <= nowUtcMs) return null;
  return { untilUtcMs: snoozedUntil.getTime(), byUserId: snoozedBy ?? '', byName: snoozedByName ?? '' };
}

/** A rule as the actor sees it: of its targets only those that the actor may see. One whose targets are all gone is off. */
export function presentRule(row: RuleRow, actor: MemberActor, around: RuleAround): AlertRule {
  const { targets, figures, members, scopes, arming, emptyGroups, nowUtcMs } = around;
  const { id, name, severity, scheduleId, coolDownS, mergeS, preS, postS, protectDays, notify } = row;
  // What is said of options that came after it was saved.
  const condition = ruleCondition.safeParse(row.condition).data ?? row.condition;
  const live = targets.filter(({ isDeleted }) => !isDeleted);
  const seen = seenOf(actor, live);
  const isEnabled = row.isEnabled && live.length > 0;
  const isOpen = row.times === null || isScheduleOpen(row.times, nowUtcMs);
  const isArmed = isRuleArmed(arming, nowUtcMs);
  const isListEmpty = namesNothing(condition, (groupId) => emptyGroups.has(groupId));
  const snoozedUntilUtcMs = row.snoozedUntil?.getTime() ?? null;
  const facts = { condition, isEnabled, snoozedUntilUtcMs, isOpen, isArmed, isListEmpty };
  return {
    id,
    name,
    condition,
    isEnabled,
    severity,
    cameraIds: seen.filter(({ isCamera }) => isCamera).map((target) => target.id),
    edgeIds: seen.filter(({ isCamera }) => !isCamera).map((target) => target.id),
    scheduleId,
    scheduleName: row.scheduleName,
    coolDownS,
    mergeS,
    preS,
    postS,
    protectDays,
    notify: amongMembers(notify, members),
    reachesNobody: reachesNobody(notify, live, scopes),
    targets: seen.map((target) => presentTarget(facts, target, nowUtcMs)),
    hiddenTargetCount: live.length - seen.length,
    snooze: presentSnooze(row, nowUtcMs),
    alertCount: figures?.alertCount ?? 0,
    falseCount: figures?.falseCount ?? 0,
    lastAlertUtcMs: figures?.lastAlertAt?.getTime() ?? null,
    revision: row.revision,
    updatedAtUtcMs: row.updatedAt.getTime(),
    can: { edit: mayWithRule(actor, targets, 'AlertEdit') },
  };
}
