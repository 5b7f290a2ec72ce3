import type {
  GroupChange,
  PermissionGroup,
  PermissionGroupSummary,
} from '@sightline/contracts/permission-groups/permission-group';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Grant } from '@sightline/domain/permissions/grant';
import { applyGroupChanges, entitiesOf, grantDifference } from '@sightline/domain/permissions/group-change';
import { announceRights } from '../../platform/auth/rights-changes.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import { isDuplicate, type Database, type Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import { findEntities } from './group-entities.repository.ts';
import * as people from './group-people.repository.ts';
import { requireHeld } from './group-membership.ts';
import { maxGroups, requireHolds } from './permission-groups.policy.ts';
import { presentGrants, presentGroup } from './permission-groups.presenter.ts';
import { foldedName, visibleName } from './group-names.ts';
import * as repository from './permission-groups.repository.ts';

/** What groups need from the rest of the server. */
export interface PermissionGroupsDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
}

/** A filter of the list and the page that is wanted. */
export interface GroupsQuery {
  page: number;
  size: number;
  query: string;
  userId?: string | undefined;
  organizationId?: string | undefined;
}

interface GroupInput {
  name: string;
  description: string;
}

/** Groups: what they are called and what they may do. Who is in them is in `group-people.service.ts`. */
export type PermissionGroupsService = ReturnType<typeof createPermissionGroupsService>;

/** Groups of an organization; each has a revision, so that two who change one at once do not overwrite each other. */
export function createPermissionGroupsService(deps: PermissionGroupsDeps) {
  const { database, changes } = deps;
  const change = <T>(actor: MemberActor, work: (change: ChangeWork) => Promise<T>): Promise<T> =>
    changes.run({ organizationId: actor.organizationId, by: actor }, work).catch((error: unknown) => {
      if (isDuplicate(error, 'permission_groups_name'))
        throw new AppError('name_taken', { fields: ['name'] }, { cause: error });
      throw error;
    });
  return {
    filter: (
      actor: MemberActor,
      query: GroupsQuery,
    ): Promise<{ items: PermissionGroupSummary[]; totalItemsCount: number }> =>
      database.withOrganization(actor.organizationId, (trx) =>
        repository.filterGroups(trx, actor.organizationId, query),
      ),
    get: (actor: MemberActor, groupId: string): Promise<PermissionGroup> =>
      database.withOrganization(actor.organizationId, (trx) =>
        readGroup(trx, { organizationId: actor.organizationId, groupId }),
      ),
    create: (actor: MemberActor, input: GroupInput): Promise<PermissionGroup> =>
      change(actor, (work) => create(work, actor, input)),
    update: (actor: MemberActor, groupId: string, input: GroupInput & { revision: number }): Promise<PermissionGroup> =>
      change(actor, (work) => rename(work, { organizationId: actor.organizationId, groupId }, input)),
    remove: (actor: MemberActor, groupId: string): Promise<Record<string, never>> =>
      change(actor, (work) => remove(deps, work, { actor, groupId })),
    change: (
      actor: MemberActor,
      groupId: string,
      input: { changes: GroupChange[]; revision: number },
    ): Promise<PermissionGroup> => change(actor, (work) => applyChanges(deps, work, { actor, groupId, ...input })),
  };
}

/** A group as it is now; `not_found` when it is not of this organization. */
export async function readGroup(trx: Work, place: repository.GroupPlace): Promise<PermissionGroup> {
  const group = await repository.findGroup(trx, place);
  if (!group) throw new AppError('not_found');
  const grants = await repository.grantsOfGroups(trx, place.organizationId, [place.groupId]);
  const entities = await findEntities(
    trx,
    place.organizationId,
    grants.flatMap((grant) => grant.entityId ?? []),
  );
  const [users, organizations] = [await people.usersOfGroup(trx, place), await people.organizationsOfGroup(trx, place)];
  return presentGroup(
    group,
    { users, organizations },
    presentGrants(grants, (id) => entities.has(id)),
  );
}

/** Holds a group that the caller has read as it is; `conflict` when somebody was quicker. */
export async function holdRevision(
  trx: Work,
  place: repository.GroupPlace,
  revision: number,
): Promise<repository.GroupRow> {
  const group = await repository.holdGroup(trx, place);
  if (!group) throw new AppError('not_found');
  if (group.revision !== revision) throw new AppError('conflict', { revision: group.revision });
  return group;
}

/** Tells everybody in a group that their rights changed; of helpers it is not known here who they are. */
export async function announceGroup(
  deps: { bus: Bus },
  change: ChangeWork,
  place: repository.GroupPlace,
): Promise<void> {
  const users = await people.usersOfGroup(change.trx, place);
  const helpers = await people.organizationsOfGroup(change.trx, place);
  await announceRights(change, deps.bus, {
    organizationId: place.organizationId,
    userIds: helpers.length > 0 ? null : users.map((user) => user.id),
  });
}

/** The name as it is kept; `name_taken` for one that looks like another group's. */
async function requireFreeName(trx: Work, place: repository.GroupPlace, typed: string): Promise<string> {
  const [name, folded] = [visibleName(typed), foldedName(typed)];
  const others = await repository.holdOtherNames(trx, place);
  if (others.some((other) => foldedName(other) === folded)) throw new AppError('name_taken', { fields: ['name'] });
  return name;
}

async function create(
  change: ChangeWork,
  { organizationId }: MemberActor,
  input: GroupInput,
): Promise<PermissionGroup> {
  if ((await repository.countGroups(change.trx, organizationId)) >= maxGroups)
    throw new AppError('too_many', { limit: maxGroups });
  const place = { organizationId, groupId: newId() };
  const name = await requireFreeName(change.trx, place, input.name);
  await repository.insertGroup(change.trx, place, { ...input, name });
  await change.audit({
    action: 'permissionGroup.create',
    entityKind: 'permissionGroup',
    entityId: place.groupId,
    data: { name },
  });
  await change.announce({ kind: 'permission-groups.changed', groupId: place.groupId });
  return readGroup(change.trx, place);
}

async function rename(
  change: ChangeWork,
  place: repository.GroupPlace,
  { revision, name: typed, description }: GroupInput & { revision: number },
): Promise<PermissionGroup> {
  const group = await holdRevision(change.trx, place, revision);
  if (group.isAdministrators) throw new AppError('group_fixed');
  const name = await requireFreeName(change.trx, place, typed);
  await repository.renameGroup(change.trx, place, { name, description });
  await repository.touchGroups(change.trx, place.organizationId, [place.groupId]);
  await change.audit({
    action: 'permissionGroup.update',
    entityKind: 'permissionGroup',
    entityId: place.groupId,
    data: { name, before: group.name },
  });
  await change.announce({ kind: 'permission-groups.changed', groupId: place.groupId });
  return readGroup(change.trx, place);
}

async function remove(
  deps: PermissionGroupsDeps,
  change: ChangeWork,
  { actor, groupId }: { actor: MemberActor; groupId: string },
): Promise<Record<string, never>> {
  const place = { organizationId: actor.organizationId, groupId };
  const group = await repository.holdGroup(change.trx, place);
  if (!group) throw new AppError('not_found');
  if (group.isAdministrators) throw new AppError('group_fixed');
  // Whoever could not make the group as it is could not bring it back either.
  await requireHeld(change.trx, actor, [group]);
  await announceGroup(deps, change, place);
  await repository.deleteGroup(change.trx, place);
  await change.audit({
    action: 'permissionGroup.remove',
    entityKind: 'permissionGroup',
    entityId: groupId,
    data: { name: group.name },
  });
  await change.announce({ kind: 'permission-groups.changed', groupId });
  return {};
}

async function applyChanges(
  deps: PermissionGroupsDeps,
  change: ChangeWork,
  asked: { actor: MemberActor; groupId: string; changes: readonly GroupChange[]; revision: number },
): Promise<PermissionGroup> {
  const { actor, groupId, changes } = asked;
  const place = { organizationId: actor.organizationId, groupId };
  const group = await holdRevision(change.trx, place, asked.revision);
  if (group.isAdministrators) throw new AppError('group_fixed');
  const before: Grant[] = await repository.grantsOfGroups(change.trx, actor.organizationId, [groupId]);
  const touched = [...entitiesOf(changes), ...before.flatMap(({ entityId }) => entityId ?? [])];
  const entities = await findEntities(change.trx, actor.organizationId, [...new Set(touched)]);
  const after = applyGroupChanges(before, changes, (id) => entities.get(id)?.kind);
  const difference = grantDifference(before, after);
  // A right on what is gone gives nothing, and anybody may tidy it away.
  const taken = difference.removed.filter(({ entityId }) => entityId === null || entities.has(entityId));
  requireHolds(actor, [...difference.added, ...taken], (id) => entities.get(id)?.path);
  await repository.writeGrants(change.trx, place, difference);
  await repository.touchGroups(change.trx, actor.organizationId, [groupId]);
  const count = { added: difference.added.length, removed: difference.removed.length };
  // What was asked says more than thousands of rows do.
  const data = { name: group.name, ...count, changes: changes.slice(0, 20).map(shortened) };
  await change.audit({ action: 'permissionGroup.change', entityKind: 'permissionGroup', entityId: groupId, data });
  await change.announce({ kind: 'permission-groups.changed', groupId });
  await announceGroup(deps, change, place);
  return readGroup(change.trx, place);
}

const shortened = (change: GroupChange): Record<string, unknown> =>
  'entityIds' in change ? { ...change, entityIds: change.entityIds?.slice(0, 20) ?? null } : change;
