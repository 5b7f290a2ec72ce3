import type { AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { ruleCondition, type RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import { AppError } from '@sightline/contracts/shared/errors';
import { ruleFaults } from '@sightline/domain/rules/rule-faults';
import { isDeepStrictEqual } from 'node:util';
import type { Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { doorsAmong } from '../doors/doors.public.ts';
import { holdTimes } from '../schedules/schedules.public.ts';
import { requireKind, requireTarget } from './alert-rules.policy.ts';
import { countRules, membersAmong } from './alert-rules.repository.ts';
import { findPlaces, mostRulesOf } from './rule-targets.repository.ts';
import { requireListed } from './rule-lists.ts';
import { requireTagFields } from './rule-tags.ts';
import { peopleOf } from './rule-notify.ts';

const maxRulesOfCamera = 200;
const maxRules = 5000;

const once = (ids: readonly string[]): string[] => [...new Set(ids)];

/**
 * A rule as it can be kept, `before` it was changed it watched for that: its cameras are there and the actor may edit rules at them, its schedule is there, and it can work. Throws
 * `validation_failed`, `alert_rule_invalid`, `not_found`, `forbidden` and `schedule_unknown`.
 */
export async function wholeRule(
  trx: Work,
  actor: MemberActor,
  { before, ...input }: AlertRuleInput & { before?: RuleCondition },
): Promise<AlertRuleInput> {
  const { condition } = input;
  requireKind(actor, condition);
  const [cameraIds, edgeIds] = [once(input.cameraIds), once(input.edgeIds)];
  const isOfCores = condition.kind === 'coreStatus';
  if (isOfCores && cameraIds.length > 0) throw new AppError('validation_failed', { fields: ['cameraIds'] });
  if (!isOfCores && edgeIds.length > 0) throw new AppError('validation_failed', { fields: ['edgeIds'] });
  requireZonesOnce(input);
  const isAsBefore = before !== undefined && isDeepStrictEqual(ruleCondition.safeParse(before).data, condition);
  // What was saved before it was known to be wrong can still be turned off.
  const faults = ruleFaults(condition, { cameras: cameraIds.length, cores: edgeIds.length });
  if (faults.length > 0 && (input.isEnabled || !isAsBefore)) throw new AppError('alert_rule_invalid', { faults });
  await requireTargets(trx, actor, { cameraIds, edgeIds });
  await requireListed(trx, actor, { condition, before });
  if (input.isEnabled || !isAsBefore) await requireTagFields(trx, actor, condition);
  await requireDoors(trx, actor, { condition, cameraIds });
  const notify = await requireNotify(trx, actor, input.notify);
  await requireSchedule(trx, actor, input.scheduleId);
  return { ...input, cameraIds, edgeIds, notify };
}

/** What an alert says of a zone must mean one zone. */
function requireZonesOnce({ condition }: AlertRuleInput): void {
  const ids = 'zones' in condition ? condition.zones.map(({ id }) => id) : [];
  if (new Set(ids).size < ids.length) throw new AppError('validation_failed', { fields: ['condition.zones'] });
}

/** Throws for cameras and cores that the actor may not see or edit rules at. */
export async function requireTargets(
  trx: Work,
  actor: MemberActor,
  wanted: { cameraIds: readonly string[]; edgeIds: readonly string[] },
): Promise<void> {
  const found = await findPlaces(trx, actor.organizationId, wanted);
  const byId = new Map(found.map((place) => [place.id, place]));
  for (const id of [...wanted.cameraIds, ...wanted.edgeIds]) requireTarget(actor, byId.get(id));
}

/** Doors that a rule names are saved ones of its cameras. Throws `not_found`. */
async function requireDoors(
  trx: Work,
  { organizationId }: MemberActor,
  { condition, cameraIds }: { condition: AlertRuleInput['condition']; cameraIds: readonly string[] },
): Promise<void> {
  const ids = 'doorIds' in condition ? once(condition.doorIds) : [];
  if (ids.length === 0 || (await doorsAmong(trx, organizationId, { ids, cameraIds })).size === ids.length) return;
  throw new AppError('not_found', { fields: ['condition.doorIds'] });
}

async function requireNotify(
  trx: Work,
  { organizationId }: MemberActor,
  notify: AlertRuleInput['notify'],
): Promise<AlertRuleInput['notify']> {
  const { userIds, channels, steps = [] } = notify;
  const wanted = once(peopleOf(notify));
  const members = await membersAmong(trx, organizationId, wanted);
  if (members.size < wanted.length) throw new AppError('not_found', { fields: ['notify.userIds'] });
  const inOrder = steps
    .map((step) => ({ ...step, userIds: once(step.userIds) }))
    .toSorted((a, b) => a.afterMinutes - b.afterMinutes);
  return {
    userIds: once(userIds),
    channels: [...new Set(channels)],
    ...(inOrder.length > 0 ? { steps: inOrder } : {}),
  };
}

async function requireSchedule(trx: Work, { organizationId }: MemberActor, scheduleId: string | null): Promise<void> {
  if (scheduleId === null || (await holdTimes(trx, { organizationId, scheduleId }))) return;
  throw new AppError('schedule_unknown', { fields: ['scheduleId'] });
}

/**
 * Throws `alert_rules_too_many` when the organization has no room for `count` new rules, or one of the cameras none for `more` that are new or
 * changed.
 */
export async function requireRoom(
  trx: Work,
  organizationId: string,
  rules: { cameraIds: readonly string[]; isNew?: boolean; count?: number; more?: number; except?: string },
): Promise<void> {
  const { cameraIds, isNew = false, count = 1, more = 1, except = null } = rules;
  const all = await countRules(trx, organizationId);
  if (isNew && all + count > maxRules) throw new AppError('alert_rules_too_many', { limit: maxRules });
  const most = cameraIds.length === 0 ? 0 : await mostRulesOf(trx, organizationId, { cameraIds, except });
  if (most + more > maxRulesOfCamera) throw new AppError('alert_rules_too_many', { limit: maxRulesOfCamera });
}
