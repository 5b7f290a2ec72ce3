import type { AlertRule, AlertRuleInput, NearMiss } from '@sightline/contracts/alert-rules/alert-rule';
import type { BackTest, BackTestInput } from '@sightline/contracts/alert-rules/back-test';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Bus } from '../../platform/bus/bus.ts';
import type { AuditActionOf, Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { alarmsUsing } from '../armed-alarms/armed-alarms.public.ts';
import { tellCores } from './alert-rule.synced.ts';
import { requireAtAll, requireSeeing } from './alert-rules.policy.ts';
import { backTest, type BackTestDeps } from './back-test.service.ts';
import {
  listRules,
  nearMisses,
  presentRules,
  seenRule,
  type ReadingDeps,
  type RulesQuery,
} from './alert-rules.reading.ts';
import * as repository from './alert-rules.repository.ts';
import { importRules } from './rule-import.service.ts';
import { requireRoom, wholeRule } from './rule-input.ts';
import { coresOfRules, replaceTargets } from './rule-targets.repository.ts';
import { placesOfRules } from './watches/rule-watches.repository.ts';
import { askForLooks } from './watches/watch-jobs.ts';
import { amongMembers, keepNamed, peopleOf } from './rule-notify.ts';

/** What alert rules need from the rest of the server. */
export interface AlertRulesDeps extends ReadingDeps, BackTestDeps {
  changes: Changes;
  bus: Bus;
  jobs: Jobs;
}

interface Task {
  actor: MemberActor;
  work: ChangeWork;
}

/** What makes alerts. */
export type AlertRulesService = ReturnType<typeof createAlertRulesService>;

/** Alert rules as people manage them; cores follow in the transaction of the change. */
export function createAlertRulesService(deps: AlertRulesDeps) {
  const { database, changes } = deps;
  const change = <T>(actor: MemberActor, run: (task: Task) => Promise<T>): Promise<T> =>
    changes.run({ organizationId: actor.organizationId, by: actor }, (work) => run({ actor, work }));
  return {
    list: async (actor: MemberActor, query: RulesQuery): Promise<Page<AlertRule>> => {
      requireSeeing(actor);
      return listRules(deps, actor, query);
    },
    get: (actor: MemberActor, id: string): Promise<AlertRule> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        requireSeeing(actor);
        const { row } = await seenRule(trx, actor, { id });
        return (await presentRules(trx, { actor, nowUtcMs: deps.clock() }, [row]))[0]!;
      }),
    backTest: (actor: MemberActor, asked: BackTestInput): Promise<BackTest> => backTest(deps, actor, asked),
    nearMisses: (actor: MemberActor, id: string): Promise<{ items: NearMiss[] }> => nearMisses(deps, actor, id),
    create: (actor: MemberActor, input: AlertRuleInput): Promise<AlertRule> =>
      change(actor, (task) => create(deps, task, input)),
    update: (actor: MemberActor, id: string, input: AlertRuleInput & { revision: number }): Promise<AlertRule> =>
      change(actor, (task) => update(deps, task, { id, ...input })),
    remove: (actor: MemberActor, id: string): Promise<Record<string, never>> =>
      change(actor, (task) => remove(deps, task, id)),
    copy: (actor: MemberActor, id: string, { cameraIds }: { cameraIds: string[] }): Promise<{ items: AlertRule[] }> =>
      change(actor, (task) => copy(deps, task, { id, cameraIds })),
    import: (actor: MemberActor, { rules }: { rules: Record<string, unknown>[] }): Promise<{ count: number }> =>
      change(actor, (task) => importRules(deps, task, rules)),
    snooze: (actor: MemberActor, id: string, { minutes }: { minutes: number }): Promise<AlertRule> =>
      change(actor, (task) => snooze(deps, task, { id, minutes })),
  };
}

interface Told {
  id: string;
  action: AuditActionOf<'alertRule'>;
  /** What else the audit says of it. */
  data?: Record<string, unknown>;
}

/** The audit and open screens hear of a change, and who judges the rule here; answers the rule as it is now. */
async function tell(
  { clock, jobs }: AlertRulesDeps,
  { actor, work }: Task,
  { id, action, data }: Told,
): Promise<AlertRule> {
  const row = await repository.findRule(work.trx, { organizationId: actor.organizationId, ruleId: id });
  if (!row) throw new AppError('not_found');
  await work.audit({ action, entityKind: 'alertRule', entityId: id, data: { name: row.name, ...data } });
  await work.announce({ kind: 'alert-rules.changed', ruleId: id });
  const { organizationId } = actor;
  await askForLooks(work.trx, jobs, {
    organizationId,
    placeIds: await placesOfRules(work.trx, organizationId, [id]),
  });
  return (await presentRules(work.trx, { actor, nowUtcMs: clock() }, [row]))[0]!;
}

const tellCoresOf = async (deps: AlertRulesDeps, { actor, work }: Task, ruleId: string): Promise<void> => {
  const { organizationId } = actor;
  await tellCores(deps, work, { organizationId, edgeIds: await coresOfRules(work.trx, organizationId, [ruleId]) });
};

async function add({ clock }: AlertRulesDeps, { actor, work }: Task, rule: AlertRuleInput): Promise<string> {
  const { organizationId } = actor;
  const ruleId = await repository.insertRule(work.trx, organizationId, { ...rule, at: new Date(clock()) });
  await replaceTargets(work.trx, { organizationId, ruleId }, rule);
  return ruleId;
}

async function create(deps: AlertRulesDeps, task: Task, input: AlertRuleInput): Promise<AlertRule> {
  const rule = await wholeRule(task.work.trx, task.actor, input);
  await requireRoom(task.work.trx, task.actor.organizationId, { cameraIds: rule.cameraIds, isNew: true });
  const id = await add(deps, task, rule);
  await tellCoresOf(deps, task, id);
  return tell(deps, task, { id, action: 'alertRule.create', data: { kind: rule.condition.kind } });
}

async function update(
  deps: AlertRulesDeps,
  task: Task,
  { id, revision, ...input }: AlertRuleInput & { id: string; revision: number },
): Promise<AlertRule> {
  const { actor, work } = task;
  const { organizationId } = actor;
  const place = { organizationId, ruleId: id };
  const { row, targets } = await seenRule(work.trx, actor, { id, isHeld: true });
  requireAtAll(actor, targets, 'AlertEdit');
  if (row.revision !== revision) throw new AppError('conflict', { revision: row.revision });
  const whole = await wholeRule(work.trx, actor, { ...input, before: row.condition });
  const members = await repository.membersAmong(work.trx, organizationId, peopleOf(row.notify));
  const rule = { ...whole, notify: keepNamed(row.notify, whole.notify, members) };
  await requireRoom(work.trx, organizationId, { cameraIds: rule.cameraIds, except: id });
  const before = await coresOfRules(work.trx, organizationId, [id]);
  await repository.updateRule(work.trx, place, { ...rule, at: new Date(deps.clock()) });
  await replaceTargets(work.trx, place, rule);
  const after = await coresOfRules(work.trx, organizationId, [id]);
  await tellCores(deps, work, { organizationId, edgeIds: [...new Set([...before, ...after])] });
  return tell(deps, task, { id, action: 'alertRule.update' });
}

/** Throws `alert_rule_in_use` with the armed alarms that use the rule, as far as the actor sees them: they would watch less without a word. */
async function requireUnused({ actor, work }: Task, ruleId: string): Promise<void> {
  const { items, others } = await alarmsUsing(work.trx, actor, ruleId);
  const count = items.length + others;
  if (count > 0) throw new AppError('alert_rule_in_use', { count, alarms: items });
}

async function remove(deps: AlertRulesDeps, task: Task, id: string): Promise<Record<string, never>> {
  const { actor, work } = task;
  const { organizationId } = actor;
  const { targets } = await seenRule(work.trx, actor, { id, isHeld: true });
  requireAtAll(actor, targets, 'AlertEdit');
  await requireUnused(task, id);
  const edgeIds = await coresOfRules(work.trx, organizationId, [id]);
  await tell(deps, task, { id, action: 'alertRule.remove' });
  await repository.deleteRule(work.trx, { organizationId, ruleId: id });
  await tellCores(deps, work, { organizationId, edgeIds });
  return {};
}

async function copy(
  deps: AlertRulesDeps,
  task: Task,
  { id, cameraIds }: { id: string; cameraIds: readonly string[] },
): Promise<{ items: AlertRule[] }> {
  const { actor, work } = task;
  const { organizationId } = actor;
  const { row } = await seenRule(work.trx, actor, { id });
  const wanted = [...new Set(cameraIds)];
  const { notify } = row;
  const members = await repository.membersAmong(work.trx, organizationId, peopleOf(notify));
  // Of who left since nothing is asked.
  const still = amongMembers(notify, members);
  const copies: AlertRuleInput[] = [];
  for (const cameraId of wanted) {
    const said = { ...inputOf(row), notify: still, cameraIds: [cameraId], edgeIds: [] };
    const whole = await wholeRule(work.trx, actor, { ...said, before: row.condition });
    copies.push({ ...whole, notify: keepNamed(notify, whole.notify, members) });
  }
  await requireRoom(work.trx, organizationId, { cameraIds: wanted, isNew: true, count: wanted.length });
  const made: string[] = [];
  for (const rule of copies) made.push(await add(deps, task, rule));
  await tellCores(deps, work, { organizationId, edgeIds: await coresOfRules(work.trx, organizationId, made) });
  const items: AlertRule[] = [];
  for (const ruleId of made)
    items.push(await tell(deps, task, { id: ruleId, action: 'alertRule.copy', data: { from: id } }));
  return { items };
}

const inputOf = (row: repository.RuleRow): Omit<AlertRuleInput, 'cameraIds' | 'edgeIds'> => {
  const { name, condition, isEnabled, severity, scheduleId, coolDownS, mergeS, preS, postS, protectDays, notify } = row;
  return { name, condition, isEnabled, severity, scheduleId, coolDownS, mergeS, preS, postS, protectDays, notify };
};

async function snooze(
  deps: AlertRulesDeps,
  task: Task,
  { id, minutes }: { id: string; minutes: number },
): Promise<AlertRule> {
  const { actor, work } = task;
  const { targets } = await seenRule(work.trx, actor, { id, isHeld: true });
  requireAtAll(actor, targets, 'AlertMonitoring');
  const until = minutes === 0 ? null : { until: new Date(deps.clock() + minutes * 60_000), by: actor.userId };
  await repository.snoozeRule(work.trx, { organizationId: actor.organizationId, ruleId: id }, until);
  await tellCoresOf(deps, task, id);
  return tell(deps, task, { id, action: 'alertRule.snooze', data: { minutes } });
}
