import type { PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { GroupPlace } from './permission-groups.repository.ts';

export async function usersOfGroup(
  trx: Work,
  { organizationId, groupId }: GroupPlace,
): Promise<PermissionGroup['users']> {
  const { rows } = await sql<PermissionGroup['users'][number]>`
    select u.id, u.name, u.email from group_users g join auth."user" u on u.id = g.user_id
    where g.organization_id = ${organizationId} and g.group_id = ${groupId} order by u.name collate people, u.id`.execute(
    trx,
  );
  return rows;
}

export async function organizationsOfGroup(
  trx: Work,
  { organizationId, groupId }: GroupPlace,
): Promise<PermissionGroup['organizations']> {
  const { rows } = await sql<PermissionGroup['organizations'][number]>`
    select o.id, o.name from group_organizations g join organizations o on o.id = g.helper_organization_id
    where g.organization_id = ${organizationId} and g.group_id = ${groupId} order by o.name collate people, o.id`.execute(
    trx,
  );
  return rows;
}

export async function groupIdsOfUser(trx: Work, organizationId: string, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('groupUsers')
    .select('groupId')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute();
  return rows.map((row) => row.groupId);
}

export async function groupIdsOfOrganization(trx: Work, organizationId: string, helperId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('groupOrganizations')
    .select('groupId')
    .where('organizationId', '=', organizationId)
    .where('helperOrganizationId', '=', helperId)
    .execute();
  return rows.map((row) => row.groupId);
}

/** Which of these people are members. */
export async function membersAmong(trx: Work, organizationId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from memberships where organization_id = ${organizationId} and user_id = any (${[...userIds]}::text[])`.execute(
    trx,
  );
  return rows.map((row) => row.userId);
}

/** Which of these organizations help here, or did until their time ran out. */
export async function helpersAmong(trx: Work, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select helper_organization_id as id from support_access
    where organization_id = ${organizationId} and helper_organization_id = any (${[...ids]}::uuid[])`.execute(trx);
  return rows.map((row) => row.id);
}

/** Puts people into groups and takes them out, pair by pair. */
export async function changeUsers(
  trx: Work,
  organizationId: string,
  change: { groupIds: readonly string[]; userIds: readonly string[]; isIn: boolean },
): Promise<void> {
  const pairs = sql`unnest(${[...change.groupIds]}::uuid[]) as g (id) cross join unnest(${[...change.userIds]}::text[]) as u (id)`;
  await (
    change.isIn
      ? sql`insert into group_users (organization_id, group_id, user_id) select ${organizationId}, g.id, u.id from ${pairs} on conflict do nothing`
      : sql`delete from group_users x using ${pairs} where x.organization_id = ${organizationId} and x.group_id = g.id and x.user_id = u.id`
  ).execute(trx);
}

/** Puts helping organizations into groups and takes them out, pair by pair. */
export async function changeOrganizations(
  trx: Work,
  organizationId: string,
  change: { groupIds: readonly string[]; helperIds: readonly string[]; isIn: boolean },
): Promise<void> {
  const pairs = sql`unnest(${[...change.groupIds]}::uuid[]) as g (id) cross join unnest(${[...change.helperIds]}::uuid[]) as h (id)`;
  await (
    change.isIn
      ? sql`insert into group_organizations (organization_id, group_id, helper_organization_id) select ${organizationId}, g.id, h.id from ${pairs} on conflict do nothing`
      : sql`delete from group_organizations x using ${pairs}
        where x.organization_id = ${organizationId} and x.group_id = g.id and x.helper_organization_id = h.id`
  ).execute(trx);
}

export async function administratorsOf(trx: Work, organizationId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.name from permission_groups p
      join group_users g on g.organization_id = p.organization_id and g.group_id = p.id join auth."user" u on u.id = g.user_id
    where p.organization_id = ${organizationId} and p.is_administrators order by u.name collate people, u.id`.execute(
    trx,
  );
  return rows;
}
