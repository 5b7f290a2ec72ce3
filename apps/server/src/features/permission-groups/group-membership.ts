import { AppError } from '@sightline/contracts/shared/errors';
import type { Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { findEntities } from './group-entities.repository.ts';
import * as people from './group-people.repository.ts';
import { requireEverything, requireHolds } from './permission-groups.policy.ts';
import * as repository from './permission-groups.repository.ts';

/** Refuses unless the actor holds everything that these groups give: to put somebody in, to take somebody out and to delete. */
export async function requireHeld(
  trx: Work,
  actor: MemberActor,
  groups: readonly repository.GroupRow[],
): Promise<void> {
  if (groups.some((group) => group.isAdministrators)) requireEverything(actor);
  const grants = await repository.grantsOfGroups(
    trx,
    actor.organizationId,
    groups.map((group) => group.id),
  );
  const entities = await findEntities(
    trx,
    actor.organizationId,
    grants.flatMap((grant) => grant.entityId ?? []),
  );
  // A right on what is gone gives nothing.
  const real = grants.filter((grant) => grant.entityId === null || entities.has(grant.entityId));
  requireHolds(actor, real, (id) => entities.get(id)?.path);
}

/** Throws `last_administrator` when the group of administrators has no member left. */
export async function requireAdministratorLeft(trx: Work, organizationId: string): Promise<void> {
  if ((await people.administratorsOf(trx, organizationId)).length === 0) throw new AppError('last_administrator');
}

/** Groups that are wanted, held; `not_found` when one of them is not there. */
export async function holdWanted(
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<repository.GroupRow[]> {
  const wanted = [...new Set(ids)];
  const groups = await repository.holdGroups(trx, organizationId, wanted);
  if (groups.length < wanted.length) throw new AppError('not_found', { fields: ['groupIds'] });
  return groups;
}

/** Differences between the groups that something is in and those that it shall be in. */
export function membershipDifference(
  before: readonly string[],
  after: readonly string[],
): { added: string[]; removed: string[] } {
  const [old, next] = [new Set(before), new Set(after)];
  return { added: [...next].filter((id) => !old.has(id)), removed: [...old].filter((id) => !next.has(id)) };
}

/** What leads from the groups somebody is in to those wanted, all of them held, and the actor may change each; `not_found` for a foreign one. */
async function requireMayMove(
  trx: Work,
  actor: MemberActor,
  { before, wanted }: { before: readonly string[]; wanted: readonly string[] },
): Promise<{ added: string[]; removed: string[] }> {
  const difference = membershipDifference(before, wanted);
  const held = await repository.holdGroups(trx, actor.organizationId, [...new Set([...before, ...wanted])]);
  if (wanted.some((id) => !held.some((group) => group.id === id)))
    throw new AppError('not_found', { fields: ['groupIds'] });
  const changed = [...difference.added, ...difference.removed];
  await requireHeld(
    trx,
    actor,
    held.filter((group) => changed.includes(group.id)),
  );
  return difference;
}

/** Puts a member into exactly these groups. Answers whether anything changed. */
export async function moveUser(
  trx: Work,
  actor: MemberActor,
  { userId, groupIds }: { userId: string; groupIds: readonly string[] },
): Promise<boolean> {
  const { organizationId } = actor;
  // One at a time for the people of administrators, also when other groups change with them.
  const administratorsId = await repository.holdAdministrators(trx, organizationId);
  const before = await people.groupIdsOfUser(trx, organizationId, userId);
  const { added, removed } = await requireMayMove(trx, actor, { before, wanted: groupIds });
  await people.changeUsers(trx, organizationId, { groupIds: added, userIds: [userId], isIn: true });
  await people.changeUsers(trx, organizationId, { groupIds: removed, userIds: [userId], isIn: false });
  if (removed.includes(administratorsId)) await requireAdministratorLeft(trx, organizationId);
  await repository.touchGroups(trx, organizationId, [...added, ...removed]);
  return added.length + removed.length > 0;
}

/** Puts a helping organization into exactly these groups. Answers whether anything changed. */
export async function moveOrganization(
  trx: Work,
  actor: MemberActor,
  { helperId, groupIds }: { helperId: string; groupIds: readonly string[] },
): Promise<boolean> {
  const { organizationId } = actor;
  const before = await people.groupIdsOfOrganization(trx, organizationId, helperId);
  const { added, removed } = await requireMayMove(trx, actor, { before, wanted: groupIds });
  await people.changeOrganizations(trx, organizationId, { groupIds: added, helperIds: [helperId], isIn: true });
  await people.changeOrganizations(trx, organizationId, { groupIds: removed, helperIds: [helperId], isIn: false });
  await repository.touchGroups(trx, organizationId, [...added, ...removed]);
  return added.length + removed.length > 0;
}
