import {
  stepInstants,
  type Instant,
  type InstantRule,
  type InstantWatch,
} from '@sightline/domain/rules/watches/instant-watch';
import { expressionMatch } from '@sightline/domain/rules/watches/event-facts';
import { tagMatch } from '@sightline/domain/rules/watches/tag-matching';
import { eventTagMaxAgeS } from '@sightline/contracts/alert-rules/rule-conditions';
import type { EventReport } from '@sightline/contracts/events/event';
import type { Arming } from '@sightline/contracts/armed-alarms/arming';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Hooks } from '../../../platform/features/hooks.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { armingOfRules } from '../../armed-alarms/armed-alarms.public.ts';
import type { PostedAt } from '../../event-tags/event-tags.public.ts';
import { uniformsAmong, type JudgedClothes } from '../../uniforms/uniforms.public.ts';
import { clothesMeeting } from './clothes-meeting.ts';
import * as repository from './rule-watches.repository.ts';
import { askForLooks } from './watch-jobs.ts';
import { tellEffects, type LookTask } from './watch-telling.ts';

/** What judging needs beside the transaction of what is judged. */
interface InstantDeps {
  jobs: Jobs;
  hooks: Hooks;
  clock: Clock;
}

/** What met a rule at a camera. */
interface Met {
  rule: repository.EvaluatedRule;
  instants: readonly Instant[];
}

/** A rule as instants are judged by it. */
export function instantRule(
  { condition, coolDownS, mergeS, snoozedUntil, mutedUntil, times }: repository.EvaluatedRule,
  arming: readonly Arming[] = [],
): InstantRule {
  const snoozedUntilUtcMs = snoozedUntil?.getTime() ?? null;
  const mutedUntilUtcMs = mutedUntil?.getTime() ?? null;
  const gate = { times, snoozedUntilUtcMs, mutedUntilUtcMs, arming, coolDownMs: coolDownS * 1000 };
  // One that was saved before it could be said says nothing of it.
  const { maxAgeS = eventTagMaxAgeS } = condition as { maxAgeS?: number };
  const ages = condition.kind === 'eventTag' ? { maxAgeMs: maxAgeS * 1000 } : {};
  return { gate, mergeMs: mergeS * 1000, ...ages, condition: JSON.stringify(condition) };
}

/** Judges a rule by what happened, or only ends what is over; answers when it is over if nothing more happens. */
export async function lookAtInstants(
  task: LookTask,
  { ruleId, edgeId }: { ruleId: string; edgeId: string },
  look: { rule: InstantRule; instants: readonly Instant[]; before: repository.KeptWatch | undefined },
): Promise<number | null> {
  const { rule, instants, before } = look;
  const known = (before?.watch ?? null) as InstantWatch | null;
  const { nowUtcMs } = task.at;
  const { watch, effects, dueUtcMs } = stepInstants(known, rule, { instants, nowUtcMs });
  // An alert keeps the core that it began with.
  const ruleAt = { ruleId, isCamera: true, edgeId: known?.alert && before ? before.edgeId : edgeId };
  await tellEffects(task, ruleAt, effects);
  if (before !== undefined || instants.length > 0)
    await repository.keepWatch(task.work.trx, task.at, { ...ruleAt, watch, dueUtcMs });
  return dueUtcMs;
}

async function judge(task: LookTask, edgeId: string, met: readonly Met[]): Promise<void> {
  if (met.length === 0) return;
  const { work, jobs, at } = task;
  const kept = new Map((await repository.holdWatches(work.trx, at)).map((watch) => [watch.ruleId, watch]));
  const kinds = met.map(({ rule: { id, condition } }) => ({ id, kind: condition.kind }));
  const arming = await armingOfRules(work.trx, at.organizationId, kinds);
  for (const { rule, instants } of met)
    await lookAtInstants(
      task,
      { ruleId: rule.id, edgeId },
      { rule: instantRule(rule, arming.get(rule.id)), instants, before: kept.get(rule.id) },
    );
  // It finds out when to look again: something else may be due there earlier.
  await askForLooks(work.trx, jobs, { ...at, placeIds: [at.placeId] });
}

/** Judges what another system posted. */
export async function judgePosted(
  { jobs, hooks, clock }: InstantDeps,
  work: ChangeWork,
  { organizationId, edgeId, ...posted }: PostedAt,
): Promise<void> {
  const at = { organizationId, placeId: posted.cameraId, nowUtcMs: clock() };
  const met: Met[] = [];
  for (const rule of await repository.rulesAtCamera(work.trx, at, ['eventTag'])) {
    const why = rule.condition.kind === 'eventTag' ? tagMatch(rule.condition, posted) : null;
    if (why) met.push({ rule, instants: [{ id: posted.id, atUtcMs: posted.atUtcMs, why, eventIds: [] }] });
  }
  await judge({ work, jobs, hooks, clock, at }, edgeId, met);
}

/** Judges what cores saw, by the rules of developers. */
export async function judgeEvents(
  { jobs, hooks, clock }: InstantDeps,
  work: ChangeWork,
  { organizationId, edgeId, reports }: { organizationId: string; edgeId: string; reports: readonly EventReport[] },
): Promise<void> {
  const byCamera = Map.groupBy(reports, ({ cameraId }) => cameraId);
  const rules = await repository.rulesOfKindAt(work.trx, organizationId, {
    kind: 'developer',
    cameraIds: [...byCamera.keys()],
  });
  await judgeRules({ jobs, hooks, clock }, work, {
    organizationId,
    edgeId,
    rules,
    instantsOf: (rule) => instantsOf(rule, byCamera.get(rule.cameraId) ?? []),
  });
}

/** Judges what people wear, by the rules about uniforms. */
export async function judgeClothes(
  { jobs, hooks, clock }: InstantDeps,
  work: ChangeWork,
  { organizationId, edgeId, clothes }: { organizationId: string; edgeId: string; clothes: readonly JudgedClothes[] },
): Promise<void> {
  const byCamera = Map.groupBy(clothes, ({ report }) => report.cameraId);
  const rules = await repository.rulesOfKindAt(work.trx, organizationId, {
    kind: 'uniform',
    cameraIds: [...byCamera.keys()],
  });
  const named = rules.flatMap(({ condition }) => (condition.kind === 'uniform' ? condition.uniformIds : []));
  const names = new Map(
    (await uniformsAmong(work.trx, organizationId, [...new Set(named)])).map((one) => [one.id, one.name]),
  );
  await judgeRules({ jobs, hooks, clock }, work, {
    organizationId,
    edgeId,
    rules,
    instantsOf: ({ condition, cameraId }) =>
      condition.kind === 'uniform' ? clothesMeeting(condition, byCamera.get(cameraId) ?? [], names) : [],
  });
}

interface OfKind {
  organizationId: string;
  edgeId: string;
  rules: readonly RuleAtCamera[];
  instantsOf: (rule: RuleAtCamera) => Instant[];
}

type RuleAtCamera = repository.EvaluatedRule & { cameraId: string };

async function judgeRules(
  { jobs, hooks, clock }: InstantDeps,
  work: ChangeWork,
  { organizationId, edgeId, rules, instantsOf: instantsBy }: OfKind,
): Promise<void> {
  for (const [cameraId, ofCamera] of Map.groupBy(rules, (rule) => rule.cameraId)) {
    const at = { organizationId, placeId: cameraId, nowUtcMs: clock() };
    const met = ofCamera.flatMap((rule) => {
      const instants = instantsBy(rule);
      return instants.length > 0 ? [{ rule, instants }] : [];
    });
    await judge({ work, jobs, hooks, clock, at }, edgeId, met);
  }
}

/** The events that an expression means, each once however often it is revised. */
const instantsOf = ({ condition }: repository.EvaluatedRule, reports: readonly EventReport[]): Instant[] =>
  reports.flatMap((report) => {
    const why = condition.kind === 'developer' ? expressionMatch(condition.expression, report) : null;
    return why ? [{ id: report.eventId, atUtcMs: report.lastSeenUtcMs, why, eventIds: [report.eventId] }] : [];
  });
