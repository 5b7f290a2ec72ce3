import { alertRuleInput, type AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { toldFaultsLimit, type RuleImportFault } from '@sightline/contracts/alert-rules/rule-import';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Bus } from '../../platform/bus/bus.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { tellCores } from './alert-rule.synced.ts';
import { insertRule } from './alert-rules.repository.ts';
import { requireRoom, wholeRule } from './rule-input.ts';
import { coresOfRules, replaceTargets } from './rule-targets.repository.ts';
import { placesOfRules } from './watches/rule-watches.repository.ts';
import { askForLooks } from './watches/watch-jobs.ts';

/** What bringing rules needs from the rest of the server. */
export interface RuleImportDeps {
  bus: Bus;
  jobs: Jobs;
  clock: () => number;
}

interface Task {
  actor: MemberActor;
  work: ChangeWork;
}

type Read = { rule: AlertRuleInput } | { fault: RuleImportFault };

const maxFields = 20;
const cut = (text: string): string => text.slice(0, 120);

const nameIn = ({ name }: Record<string, unknown>): string => (typeof name === 'string' ? cut(name) : '');

/** What a refusal says of where it is wrong. */
function fieldsOf({ data }: AppError): string[] {
  const said = data['faults'] ?? data['fields'] ?? [];
  return Array.isArray(said) ? said.slice(0, maxFields).map((one) => cut(String(one))) : [];
}

/** One rule as it can be made, or why it cannot. */
async function readRule(
  { actor, work }: Task,
  { sent, index }: { sent: Record<string, unknown>; index: number },
): Promise<Read> {
  const name = nameIn(sent);
  const parsed = alertRuleInput.safeParse(sent);
  if (!parsed.success) {
    const fields = [...new Set(parsed.error.issues.map(({ path }) => cut(path.join('.'))))].slice(0, maxFields);
    return { fault: { index, name, code: 'validation_failed', fields } };
  }
  try {
    return { rule: await wholeRule(work.trx, actor, parsed.data) };
  } catch (error) {
    if (error instanceof AppError) return { fault: { index, name, code: error.code, fields: fieldsOf(error) } };
    throw error;
  }
}

/** Throws `alert_rules_too_many` when the organization or one of the cameras has no room for all of them. */
async function requireRoomForAll({ actor, work }: Task, rules: readonly AlertRuleInput[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { cameraIds } of rules)
    for (const cameraId of cameraIds) counts.set(cameraId, (counts.get(cameraId) ?? 0) + 1);
  const { organizationId } = actor;
  await requireRoom(work.trx, organizationId, { cameraIds: [], isNew: true, count: rules.length });
  for (const [count, cameras] of Map.groupBy(counts, ([, most]) => most))
    await requireRoom(work.trx, organizationId, { cameraIds: cameras.map(([cameraId]) => cameraId), more: count });
}

/** Makes rules of a file, all of them or none. Throws `alert_rules_import_refused` with what is wrong, and `alert_rules_too_many`. */
export async function importRules(
  deps: RuleImportDeps,
  task: Task,
  sent: readonly Record<string, unknown>[],
): Promise<{ count: number }> {
  const { actor, work } = task;
  const { organizationId } = actor;
  const read: Read[] = [];
  for (const [index, one] of sent.entries()) read.push(await readRule(task, { sent: one, index }));
  const faults = read.flatMap((one) => ('fault' in one ? [one.fault] : []));
  if (faults.length > 0)
    throw new AppError('alert_rules_import_refused', {
      faults: faults.slice(0, toldFaultsLimit),
      count: faults.length,
    });
  const rules = read.flatMap((one) => ('rule' in one ? [one.rule] : []));
  await requireRoomForAll(task, rules);
  const ids: string[] = [];
  for (const rule of rules) {
    const ruleId = await insertRule(work.trx, organizationId, { ...rule, at: new Date(deps.clock()) });
    await replaceTargets(work.trx, { organizationId, ruleId }, rule);
    const data = { name: rule.name, kind: rule.condition.kind };
    await work.audit({ action: 'alertRule.import', entityKind: 'alertRule', entityId: ruleId, data });
    ids.push(ruleId);
  }
  await work.announceAll(ids.map((ruleId) => ({ kind: 'alert-rules.changed', ruleId })));
  await tellCores(deps, work, { organizationId, edgeIds: await coresOfRules(work.trx, organizationId, ids) });
  const placeIds = await placesOfRules(work.trx, organizationId, ids);
  await askForLooks(work.trx, deps.jobs, { organizationId, placeIds });
  return { count: ids.length };
}
