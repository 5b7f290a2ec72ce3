import {
  maxGroupMembers,
  type OrgGroup,
  type OrgGroupInput,
  type OrgGroupMember,
  type OrgGroupType,
  type WholeOrgGroup,
} from '@sightline/contracts/org-groups/org-group';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { AuditActionOf, Changes, ChangeWork } from '../../platform/database/changes.ts';
import { isDuplicate, type Database, type Work } from '../../platform/database/database.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { pageRequest } from '../../platform/database/page.ts';
import { directories, withSeenCounts } from './group-members.ts';
import { requireDirectory, requireGroup } from './org-groups.policy.ts';
import { presentGroup, presentWholeGroup } from './org-groups.presenter.ts';
import { groupsChanged, groupUsed, type GroupUses } from './org-groups.public.ts';
import * as repository from './org-groups.repository.ts';

const maxGroups = 1_000;

/** What groups need from the rest of the server. */
export interface OrgGroupsDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
  hooks: Hooks;
}

interface GroupsQuery {
  limit: number;
  cursor?: string | undefined;
  type: OrgGroupType;
  query?: string | undefined;
  memberId?: string | undefined;
}

interface Task {
  actor: MemberActor;
  work: ChangeWork;
  now: Date;
  hooks: Hooks;
}

/** Groups of what stands in the directories. */
export type OrgGroupsService = ReturnType<typeof createOrgGroupsService>;

/** Groups as people manage them; the right is that of the directory whose entries a group holds. */
export function createOrgGroupsService({ database, changes, clock, hooks }: OrgGroupsDeps) {
  const change = <T>(actor: MemberActor, run: (task: Task) => Promise<T>): Promise<T> =>
    changes
      .run({ organizationId: actor.organizationId, by: actor }, (work) =>
        run({ actor, work, hooks, now: new Date(clock()) }),
      )
      .catch((error: unknown) => {
        if (isDuplicate(error, 'org_groups_name'))
          throw new AppError('name_taken', { fields: ['name'] }, { cause: error });
        throw error;
      });
  return {
    list: async (actor: MemberActor, query: GroupsQuery): Promise<Page<OrgGroup>> => {
      requireDirectory(actor, query.type);
      return database.withOrganization(actor.organizationId, async (trx) => {
        const page = await repository.listGroups(trx, actor.organizationId, { ...query, ...pageRequest(query) });
        return { ...page, items: (await counted(trx, actor, page.items)).map(presentGroup) };
      });
    },
    saved: async (
      actor: MemberActor,
      query: GroupsQuery & { ids?: readonly string[] | undefined },
    ): Promise<Page<OrgGroupMember>> => {
      requireDirectory(actor, query.type);
      const { named, listed } = directories[query.type];
      return database.withOrganization(actor.organizationId, async (trx) => {
        if (query.ids === undefined) return listed(trx, actor, { ...pageRequest(query), query: query.query });
        const items = await named(trx, actor, query.ids);
        return { items, nextCursor: null, total: { value: items.length, relation: 'exact' } };
      });
    },
    get: (actor: MemberActor, groupId: string): Promise<WholeOrgGroup> =>
      database.withOrganization(actor.organizationId, (trx) => whole(trx, actor, groupId)),
    create: async (actor: MemberActor, input: OrgGroupInput & { type: OrgGroupType }): Promise<WholeOrgGroup> => {
      requireDirectory(actor, input.type);
      return change(actor, (task) => create(task, input));
    },
    update: (
      actor: MemberActor,
      groupId: string,
      input: OrgGroupInput & { revision: number },
    ): Promise<WholeOrgGroup> => change(actor, (task) => update(task, groupId, input)),
    addMembers: (actor: MemberActor, groupId: string, ids: readonly string[]): Promise<OrgGroup> =>
      change(actor, (task) => addMembers(task, groupId, ids)),
    remove: (actor: MemberActor, groupId: string): Promise<Record<string, never>> =>
      change(actor, (task) => remove(task, groupId)),
  };
}

/** Groups with how many of their members the actor may see. */
const counted = (
  trx: Work,
  actor: MemberActor,
  groups: readonly repository.OrgGroupRow[],
): Promise<repository.OrgGroupRow[]> =>
  withSeenCounts(trx, actor, {
    groups,
    membersOf: (ids) => repository.membersOf(trx, actor.organizationId, ids),
  });

async function whole(trx: Work, actor: MemberActor, groupId: string): Promise<WholeOrgGroup> {
  const place = { organizationId: actor.organizationId, groupId };
  const row = requireGroup(actor, await repository.findGroup(trx, place));
  const ids = await repository.memberIds(trx, place);
  const members = await directories[row.type].named(trx, actor, ids);
  return presentWholeGroup({ ...row, memberCount: members.length }, members);
}

/** All of them are entries of the directory. Throws `not_found`: of what is another organization's nothing is said. */
async function requireEntries(
  trx: Work,
  actor: MemberActor,
  wanted: { type: OrgGroupType; ids: readonly string[] },
): Promise<void> {
  const ids = [...new Set(wanted.ids)];
  const found = await directories[wanted.type].named(trx, actor, ids);
  if (found.length < ids.length) throw new AppError('not_found', { fields: ['memberIds'] });
}

/** The audit and open screens hear of it, and whoever uses the group. */
async function tell(
  { actor: { organizationId }, work, hooks }: Task,
  { id, name, type }: { id: string; name: string; type: OrgGroupType },
  action: AuditActionOf<'orgGroup'>,
): Promise<void> {
  await work.audit({ action, entityKind: 'orgGroup', entityId: id, data: { name, type } });
  await work.announce({ kind: 'org-groups.changed', groupId: id });
  await hooks.of(groupsChanged)(work, { organizationId, groupIds: [id] });
}

async function create(task: Task, input: OrgGroupInput & { type: OrgGroupType }): Promise<WholeOrgGroup> {
  const { actor, work, now } = task;
  const { organizationId } = actor;
  const { name, type, memberIds } = input;
  if ((await repository.countGroups(work.trx, organizationId, type)) >= maxGroups)
    throw new AppError('too_many', { limit: maxGroups });
  await requireEntries(work.trx, actor, { type, ids: memberIds });
  const groupId = await repository.insertGroup(work.trx, organizationId, { name, type, updatedAt: now });
  await repository.addMembers(work.trx, { organizationId, groupId }, memberIds);
  await tell(task, { id: groupId, name, type }, 'orgGroup.create');
  return whole(work.trx, actor, groupId);
}

/** Members that the actor may not see: nobody takes out what they do not know of. */
async function unseenMembers(
  trx: Work,
  actor: MemberActor,
  { groupId, type }: { groupId: string; type: OrgGroupType },
): Promise<string[]> {
  if (!directories[type].isPartlySeen) return [];
  const ids = await repository.memberIds(trx, { organizationId: actor.organizationId, groupId });
  const seen = new Set((await directories[type].named(trx, actor, ids)).map(({ id }) => id));
  return ids.filter((id) => !seen.has(id));
}

async function update(
  task: Task,
  groupId: string,
  { name, memberIds, revision }: OrgGroupInput & { revision: number },
): Promise<WholeOrgGroup> {
  const { actor, work, now } = task;
  const place = { organizationId: actor.organizationId, groupId };
  const { id, type, revision: kept } = requireGroup(actor, await repository.holdGroup(work.trx, place));
  if (kept !== revision) throw new AppError('conflict', { revision: kept });
  await requireEntries(work.trx, actor, { type, ids: memberIds });
  const unseen = await unseenMembers(work.trx, actor, { groupId, type });
  await repository.touchGroup(work.trx, place, { name, updatedAt: now });
  await repository.keepMembers(work.trx, place, [...memberIds, ...unseen]);
  await repository.addMembers(work.trx, place, memberIds);
  await tell(task, { id, name, type }, 'orgGroup.update');
  return whole(work.trx, actor, groupId);
}

async function addMembers(task: Task, groupId: string, ids: readonly string[]): Promise<OrgGroup> {
  const { actor, work, now } = task;
  const place = { organizationId: actor.organizationId, groupId };
  const group = requireGroup(actor, await repository.holdGroup(work.trx, place));
  await requireEntries(work.trx, actor, { type: group.type, ids });
  await repository.addMembers(work.trx, place, ids);
  await repository.touchGroup(work.trx, place, { updatedAt: now });
  const row = requireGroup(actor, await repository.findGroup(work.trx, place));
  if (row.memberCount > maxGroupMembers) throw new AppError('too_many', { limit: maxGroupMembers });
  await tell(task, group, 'orgGroup.update');
  const [seen = row] = await counted(work.trx, actor, [row]);
  return presentGroup(seen);
}

/** Throws `group_in_use` with the rules that use the group, as far as the actor may see them. */
async function requireUnused({ actor, work, hooks }: Task, groupId: string): Promise<void> {
  const rules: GroupUses['items'] = [];
  let count = 0;
  const told = ({ items, others }: GroupUses): void => {
    rules.push(...items);
    count += items.length + others;
  };
  await hooks.of(groupUsed)(work.trx, actor, { groupId, told });
  if (count > 0) throw new AppError('group_in_use', { count, rules });
}

async function remove(task: Task, groupId: string): Promise<Record<string, never>> {
  const { actor, work } = task;
  const place = { organizationId: actor.organizationId, groupId };
  const group = requireGroup(actor, await repository.holdGroup(work.trx, place));
  await requireUnused(task, groupId);
  await tell(task, group, 'orgGroup.remove');
  await repository.deleteGroup(work.trx, place);
  return {};
}
