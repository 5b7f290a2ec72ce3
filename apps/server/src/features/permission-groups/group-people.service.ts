import type { PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { AppError } from '@sightline/contracts/shared/errors';
import { announceRights } from '../../platform/auth/rights-changes.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import {
  membershipDifference,
  moveOrganization,
  moveUser,
  requireAdministratorLeft,
  requireHeld,
} from './group-membership.ts';
import * as people from './group-people.repository.ts';
import { holdRevision, readGroup, type PermissionGroupsDeps } from './permission-groups.service.ts';
import { touchGroups, type GroupPlace } from './permission-groups.repository.ts';

/** Who is in which group. */
export type GroupPeopleService = ReturnType<typeof createGroupPeopleService>;

/** People and helping organizations of groups, told from either side. */
export function createGroupPeopleService(deps: PermissionGroupsDeps) {
  const run = <T>(actor: MemberActor, work: (change: ChangeWork) => Promise<T>): Promise<T> =>
    deps.changes.run({ organizationId: actor.organizationId, by: actor }, work);
  return {
    setUsers: (
      actor: MemberActor,
      groupId: string,
      input: { users: string[]; revision: number },
    ): Promise<PermissionGroup> => run(actor, (change) => setUsers(deps, change, { actor, groupId, ...input })),
    setOrganizations: (
      actor: MemberActor,
      groupId: string,
      input: { organizations: string[]; revision: number },
    ): Promise<PermissionGroup> => run(actor, (change) => setOrganizations(deps, change, { actor, groupId, ...input })),
    setUserGroups: (actor: MemberActor, userId: string, groupIds: string[]): Promise<{ groupIds: string[] }> =>
      run(actor, async (change) => {
        const { organizationId } = actor;
        if ((await people.membersAmong(change.trx, organizationId, [userId])).length === 0)
          throw new AppError('not_found');
        if (await moveUser(change.trx, actor, { userId, groupIds }))
          await notifyMoved(deps, change, { actor, entityId: userId, kind: 'user', groupIds });
        return { groupIds: await people.groupIdsOfUser(change.trx, organizationId, userId) };
      }),
    setOrganizationGroups: (
      actor: MemberActor,
      helperId: string,
      groupIds: string[],
    ): Promise<{ groupIds: string[] }> =>
      run(actor, async (change) => {
        const { organizationId } = actor;
        if ((await people.helpersAmong(change.trx, organizationId, [helperId])).length === 0)
          throw new AppError('not_found');
        const isMoved = await moveOrganization(change.trx, actor, { helperId, groupIds });
        if (isMoved) await notifyMoved(deps, change, { actor, entityId: helperId, kind: 'organization', groupIds });
        return { groupIds: await people.groupIdsOfOrganization(change.trx, organizationId, helperId) };
      }),
  };
}

async function notifyMoved(
  deps: PermissionGroupsDeps,
  change: ChangeWork,
  moved: { actor: MemberActor; entityId: string; kind: 'user' | 'organization'; groupIds: readonly string[] },
): Promise<void> {
  const { actor, entityId, kind, groupIds } = moved;
  const data = { groupIds };
  if (kind === 'user') await change.audit({ action: 'user.setGroups', entityKind: kind, entityId, data });
  else await change.audit({ action: 'organization.setGroups', entityKind: kind, entityId, data });
  await change.announce({ kind: 'users.changed' });
  await announceRights(change, deps.bus, {
    organizationId: actor.organizationId,
    userIds: kind === 'user' ? [entityId] : null,
  });
}

async function setUsers(
  deps: PermissionGroupsDeps,
  change: ChangeWork,
  asked: { actor: MemberActor; groupId: string; users: string[]; revision: number },
): Promise<PermissionGroup> {
  const { actor, groupId, users } = asked;
  const { organizationId } = actor;
  const place: GroupPlace = { organizationId, groupId };
  const group = await holdRevision(change.trx, place, asked.revision);
  const wanted = [...new Set(users)];
  if ((await people.membersAmong(change.trx, organizationId, wanted)).length < wanted.length)
    throw new AppError('not_found', { fields: ['users'] });
  const before = await people.usersOfGroup(change.trx, place);
  const { added, removed } = membershipDifference(
    before.map((user) => user.id),
    wanted,
  );
  if (added.length + removed.length > 0) await requireHeld(change.trx, actor, [group]);
  await people.changeUsers(change.trx, organizationId, { groupIds: [groupId], userIds: added, isIn: true });
  await people.changeUsers(change.trx, organizationId, { groupIds: [groupId], userIds: removed, isIn: false });
  if (group.isAdministrators) await requireAdministratorLeft(change.trx, organizationId);
  await touchGroups(change.trx, organizationId, [groupId]);
  await change.audit({
    action: 'permissionGroup.setUsers',
    entityKind: 'permissionGroup',
    entityId: groupId,
    data: { name: group.name, added, removed },
  });
  await change.announce({ kind: 'permission-groups.changed', groupId });
  await announceRights(change, deps.bus, { organizationId, userIds: [...added, ...removed] });
  return readGroup(change.trx, place);
}

async function setOrganizations(
  deps: PermissionGroupsDeps,
  change: ChangeWork,
  asked: { actor: MemberActor; groupId: string; organizations: string[]; revision: number },
): Promise<PermissionGroup> {
  const { actor, groupId, organizations } = asked;
  const { organizationId } = actor;
  const place: GroupPlace = { organizationId, groupId };
  const group = await holdRevision(change.trx, place, asked.revision);
  const wanted = [...new Set(organizations)];
  if ((await people.helpersAmong(change.trx, organizationId, wanted)).length < wanted.length)
    throw new AppError('not_found', { fields: ['organizations'] });
  const before = await people.organizationsOfGroup(change.trx, place);
  const { added, removed } = membershipDifference(
    before.map((organization) => organization.id),
    wanted,
  );
  if (added.length + removed.length > 0) await requireHeld(change.trx, actor, [group]);
  await people.changeOrganizations(change.trx, organizationId, { groupIds: [groupId], helperIds: added, isIn: true });
  await people.changeOrganizations(change.trx, organizationId, {
    groupIds: [groupId],
    helperIds: removed,
    isIn: false,
  });
  await touchGroups(change.trx, organizationId, [groupId]);
  await change.audit({
    action: 'permissionGroup.setOrganizations',
    entityKind: 'permissionGroup',
    entityId: groupId,
    data: { name: group.name, added, removed },
  });
  await change.announce({ kind: 'permission-groups.changed', groupId });
  if (added.length + removed.length > 0) await announceRights(change, deps.bus, { organizationId, userIds: null });
  return readGroup(change.trx, place);
}
