import type { OrgGroupType } from '@sightline/contracts/org-groups/org-group';
import type { RuleCondition } from '@sightline/contracts/alert-rules/rule-conditions';
import { maxNamed } from '@sightline/contracts/alert-rules/trait-conditions';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import { groupsAmong, groupsWithMembers, mayUseDirectory, membersOfGroups } from '../org-groups/org-groups.public.ts';
import { holdPeople } from '../people/people.public.ts';
import type { UniformCondition } from '@sightline/contracts/alert-rules/uniform-condition';
import { uniformsAmong } from '../uniforms/uniforms.public.ts';
import { platesOf } from '../vehicles/vehicles.public.ts';

/** Conditions that are about whom the organization knows. */
type ListCondition = Extract<RuleCondition, { groupIds: string[] }>;

/** A rule of before there were groups says nothing of them. */
type Kept = Partial<Pick<ListCondition, 'groupIds'>>;

const isOfList = (condition: RuleCondition): condition is ListCondition =>
  condition.kind === 'face' || condition.kind === 'suspect' || condition.kind === 'licensePlate';

const typeOf = ({ kind }: ListCondition): OrgGroupType => (kind === 'licensePlate' ? 'Vehicles' : 'People');

const groupsOf = (condition: ListCondition): readonly string[] => (condition as Kept).groupIds ?? [];

const peopleIn = (condition: RuleCondition | undefined): readonly string[] =>
  condition === undefined || !('personIds' in condition) ? [] : condition.personIds;

/** Of what was named before, nothing is asked again: whoever changes a rule need not know all whom it names. */
const furtherThan = (before: readonly string[], now: readonly string[]): string[] => [
  ...new Set(now.filter((id) => !before.includes(id))),
];

/**
 * The people and groups that a rule names are there, and the actor may know of them; of what is not, or is another organization's, nothing is
 * said. Throws `not_found`, and `validation_failed` for too many.
 */
export async function requireListed(
  trx: Work,
  actor: MemberActor,
  { condition, before }: { condition: RuleCondition; before?: RuleCondition | undefined },
): Promise<void> {
  if (condition.kind === 'uniform') await requireUniforms(trx, actor, { condition, before });
  if (!isOfList(condition)) return;
  const { organizationId } = actor;
  const named = condition.kind === 'licensePlate' ? condition.plates : condition.personIds;
  if (named.length > maxNamed) throw new AppError('validation_failed', { fields: ['condition'] });
  const isKnown = mayUseDirectory(actor, typeOf(condition));
  const old = before !== undefined && isOfList(before) && typeOf(before) === typeOf(condition) ? before : undefined;
  const personIds = furtherThan(peopleIn(old), peopleIn(condition));
  const held = isKnown ? await holdPeople(trx, organizationId, personIds) : new Set();
  if (held.size < personIds.length) throw new AppError('not_found', { fields: ['condition.personIds'] });
  const ids = furtherThan(old === undefined ? [] : groupsOf(old), groupsOf(condition));
  const groups = isKnown ? await groupsAmong(trx, organizationId, { type: typeOf(condition), ids }) : new Set();
  if (groups.size < ids.length) throw new AppError('not_found', { fields: ['condition.groupIds'] });
}

async function requireUniforms(
  trx: Work,
  actor: MemberActor,
  { condition, before }: { condition: UniformCondition; before: RuleCondition | undefined },
): Promise<void> {
  const ids = furtherThan(before?.kind === 'uniform' ? before.uniformIds : [], condition.uniformIds);
  // Uniforms are of whom the directory of people is.
  const known = mayUseDirectory(actor, 'People') ? await uniformsAmong(trx, actor.organizationId, ids) : [];
  if (known.length < ids.length) throw new AppError('not_found', { fields: ['condition.uniformIds'] });
}

/** Of the groups that these conditions name, those that hold nobody. */
export async function emptyGroupsOf(
  trx: Work,
  organizationId: string,
  conditions: readonly RuleCondition[],
): Promise<ReadonlySet<string>> {
  const named = new Set(conditions.flatMap((one) => (isOfList(one) ? groupsOf(one) : [])));
  if (named.size === 0) return named;
  const held = await groupsWithMembers(trx, organizationId, [...named]);
  return new Set([...named].filter((id) => !held.has(id)));
}

/** Conditions as cores judge them: those whom a group holds stand on the list themselves. */
export async function withMembers(
  trx: Work,
  organizationId: string,
  conditions: readonly RuleCondition[],
): Promise<RuleCondition[]> {
  const groupIds = [...new Set(conditions.flatMap((one) => (isOfList(one) ? groupsOf(one) : [])))];
  if (groupIds.length === 0) return [...conditions];
  const members = Map.groupBy(await membersOfGroups(trx, organizationId, groupIds), ({ groupId }) => groupId);
  const heldBy = (condition: ListCondition): string[] =>
    groupsOf(condition).flatMap((id) => (members.get(id) ?? []).map(({ memberId }) => memberId));
  const vehicleIds = conditions.flatMap((one) => (one.kind === 'licensePlate' ? heldBy(one) : []));
  const plates = await platesIn(trx, organizationId, vehicleIds);
  return conditions.map((condition) => {
    if (!isOfList(condition)) return condition;
    const held = heldBy(condition);
    if (condition.kind !== 'licensePlate')
      return { ...condition, personIds: [...new Set([...condition.personIds, ...held])] };
    const read = held.flatMap((id) => plates.get(id) ?? []);
    return { ...condition, plates: [...new Set([...condition.plates, ...read])] };
  });
}

async function platesIn(
  trx: Work,
  organizationId: string,
  vehicleIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (vehicleIds.length === 0) return new Map();
  return new Map((await platesOf(trx, organizationId, [...new Set(vehicleIds)])).map(({ id, name }) => [id, name]));
}
