import type { MemberRole, OrganizationUser } from '@sightline/contracts/users/user';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import { holds } from '../../platform/auth/entity-right.ts';
import { announceRights } from '../../platform/auth/rights-changes.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import {
  groupIdsOfUser,
  holdAdministrators,
  holdsEverything,
  lackOf,
  moveUser,
  requireAdministratorLeft,
  touchGroups,
} from '../permission-groups/permission-groups.public.ts';
import { memberLeft } from './users.public.ts';
import { presentName, presentUser } from './users.presenter.ts';
import * as repository from './users.repository.ts';

/** What people need from the rest of the server. */
export interface UsersDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  hooks: Hooks;
}

interface UsersQuery {
  limit: number;
  cursor?: string | undefined;
  search?: string | undefined;
  groupId?: string | undefined;
}

/** Members of organizations. */
export type UsersService = ReturnType<typeof createUsersService>;

/** People of the active organization; how they come in is in `user-invites.service.ts`. */
export function createUsersService(deps: UsersDeps) {
  const { database, changes } = deps;
  const run = <T>(actor: MemberActor, work: (change: ChangeWork) => Promise<T>): Promise<T> =>
    changes.run({ organizationId: actor.organizationId, by: actor }, work);
  return {
    list: (actor: MemberActor, query: UsersQuery): Promise<Page<OrganizationUser>> => {
      const isManager = holds(actor, 'UserManage');
      // Who is in which group is for those who manage people.
      const request = {
        ...pageRequest(query),
        search: query.search,
        groupId: isManager ? query.groupId : undefined,
        isManager,
      };
      return database.withOrganization(actor.organizationId, async (trx) => {
        const page = await repository.listUsers(trx, actor.organizationId, request);
        return {
          ...page,
          items: page.items.map((row) => (isManager ? presentUser(row, actor) : presentName(row, actor))),
        };
      });
    },
    update: (
      actor: MemberActor,
      userId: string,
      change: { role?: MemberRole | undefined; groupIds?: string[] | undefined },
    ): Promise<OrganizationUser> => run(actor, (work) => update(deps, work, { actor, userId, ...change })),
    remove: (actor: MemberActor, userId: string): Promise<Record<string, never>> =>
      run(actor, (work) => remove(deps, work, { actor, userId })),
    leave: (actor: MemberActor): Promise<Record<string, never>> => {
      // Helpers are no members here: their access is ended by the organization that they help.
      if (actor.viaOrganizationId !== undefined) throw new AppError('forbidden');
      return run(actor, (work) => remove(deps, work, { actor, userId: actor.userId }));
    },
  };
}

async function update(
  deps: UsersDeps,
  change: ChangeWork,
  asked: { actor: MemberActor; userId: string; role?: MemberRole | undefined; groupIds?: string[] | undefined },
): Promise<OrganizationUser> {
  const { actor, userId, role, groupIds } = asked;
  const { organizationId } = actor;
  const place = { organizationId, userId };
  const before = await repository.findUser(change.trx, organizationId, userId);
  if (!before) throw new AppError('not_found');
  if (role !== undefined && role !== before.role) {
    const isAdministrator = await isInAdministrators(change, actor, userId);
    requireMayPutAside(actor, { userId, isAdministrator });
    await repository.setRole(change.trx, place, role);
  }
  if (groupIds !== undefined) await moveUser(change.trx, actor, { userId, groupIds });
  await change.audit({
    action: 'user.update',
    entityKind: 'user',
    entityId: userId,
    data: { ...(role && { role }), ...(groupIds && { groupIds }) },
  });
  await change.announce({ kind: 'users.changed' });
  await announceRights(change, deps.bus, { organizationId, userIds: [userId] });
  const row = await repository.findUser(change.trx, organizationId, userId);
  if (!row) throw new AppError('not_found');
  return presentUser(row, actor);
}

async function isInAdministrators(
  { trx }: ChangeWork,
  { organizationId }: MemberActor,
  userId: string,
): Promise<boolean> {
  const administratorsId = await holdAdministrators(trx, organizationId);
  return (await groupIdsOfUser(trx, organizationId, userId)).includes(administratorsId);
}

/** Managing people is less than being an administrator: it can neither put one out nor away from the screens by another role. */
function requireMayPutAside(
  actor: MemberActor,
  { userId, isAdministrator }: { userId: string; isAdministrator: boolean },
): void {
  if (isAdministrator && userId !== actor.userId && !holdsEverything(actor))
    throw new AppError('forbidden', lackOf(actor));
}

async function remove(
  deps: UsersDeps,
  change: ChangeWork,
  { actor, userId }: { actor: MemberActor; userId: string },
): Promise<Record<string, never>> {
  const { organizationId } = actor;
  const administratorsId = await holdAdministrators(change.trx, organizationId);
  const row = await repository.findUser(change.trx, organizationId, userId);
  if (!row) throw new AppError('not_found');
  const groupIds = await groupIdsOfUser(change.trx, organizationId, userId);
  const isAdministrator = groupIds.includes(administratorsId);
  requireMayPutAside(actor, { userId, isAdministrator });
  await touchGroups(change.trx, organizationId, groupIds);
  await repository.deleteMembership(change.trx, { organizationId, userId });
  await deps.hooks.of(memberLeft)(change, { organizationId, userId });
  if (isAdministrator) await requireAdministratorLeft(change.trx, organizationId);
  const action = userId === actor.userId ? 'user.leave' : 'user.remove';
  await change.audit({ action, entityKind: 'user', entityId: userId, data: { name: row.name, email: row.email } });
  await change.announce({ kind: 'users.changed' });
  await announceRights(change, deps.bus, { organizationId, userIds: [userId] });
  return {};
}
