import type { EntityKind, PermissionGroupSummary } from '@sightline/contracts/permission-groups/permission-group';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import type { Grant } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

/** A group within its organization. */
export interface GroupPlace {
  organizationId: string;
  groupId: string;
}

const columns = ['id', 'name', 'description', 'isAdministrators', 'revision'] as const;

export type GroupRow = Pick<Row<'permissionGroups'>, (typeof columns)[number]>;

interface GroupFilter {
  page: number;
  size: number;
  query: string;
  userId?: string | undefined;
  organizationId?: string | undefined;
}

export async function filterGroups(
  trx: Work,
  organizationId: string,
  filter: GroupFilter,
): Promise<{ items: PermissionGroupSummary[]; totalItemsCount: number }> {
  const { userId = null, organizationId: helperId = null } = filter;
  const { rows } = await sql<PermissionGroupSummary & { total: number }>`
    select p.id, p.name, p.description, p.is_administrators, p.revision, count(*) over () as total,
      (select count(*)::integer from group_users u where u.organization_id = p.organization_id and u.group_id = p.id) as user_count,
      (select count(*)::integer from group_organizations o where o.organization_id = p.organization_id and o.group_id = p.id) as organization_count,
      case when p.is_administrators then ${Object.keys(permissions).length}::integer else
        (select count(distinct g.permission)::integer from group_grants g where g.organization_id = p.organization_id and g.group_id = p.id) end as permission_count
    from permission_groups p
    where p.organization_id = ${organizationId} and strpos(lower(p.name), lower(${filter.query})) > 0
      and (${userId}::text is null or exists (select 1 from group_users u
        where u.organization_id = p.organization_id and u.group_id = p.id and u.user_id = ${userId}))
      and (${helperId}::uuid is null or exists (select 1 from group_organizations o
        where o.organization_id = p.organization_id and o.group_id = p.id and o.helper_organization_id = ${helperId}::uuid))
    order by p.name collate people, p.id limit ${filter.size} offset ${(filter.page - 1) * filter.size}`.execute(trx);
  const totalItemsCount =
    rows[0]?.total ??
    (filter.page > 1 ? (await filterGroups(trx, organizationId, { ...filter, page: 1, size: 1 })).totalItemsCount : 0);
  return { items: rows.map(({ total: _total, ...row }) => row), totalItemsCount };
}

export async function countGroups(trx: Work, organizationId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('permissionGroups')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Names of the other groups, read while nobody else makes or renames one. */
export async function holdOtherNames(trx: Work, place: GroupPlace): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtext(${`permission-groups:${place.organizationId}`}))`.execute(trx);
  const rows = await trx
    .selectFrom('permissionGroups')
    .select('name')
    .where('organizationId', '=', place.organizationId)
    .where('id', '!=', place.groupId)
    .execute();
  return rows.map(({ name }) => name);
}

export async function insertGroup(
  trx: Work,
  place: GroupPlace,
  input: { name: string; description: string },
): Promise<void> {
  await trx
    .insertInto('permissionGroups')
    .values({ organizationId: place.organizationId, id: place.groupId, ...input })
    .execute();
}

/** A group that nobody else changes until the transaction ends. */
export async function holdGroup(trx: Work, place: GroupPlace): Promise<GroupRow | undefined> {
  return trx
    .selectFrom('permissionGroups')
    .select(columns)
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.groupId)
    .forUpdate()
    .executeTakeFirst();
}

/** Groups by id, in the order of their ids, held until the transaction ends. */
export async function holdGroups(trx: Work, organizationId: string, ids: readonly string[]): Promise<GroupRow[]> {
  return trx
    .selectFrom('permissionGroups')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function findGroup(trx: Work, place: GroupPlace): Promise<GroupRow | undefined> {
  return trx
    .selectFrom('permissionGroups')
    .select(columns)
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.groupId)
    .executeTakeFirst();
}

/** The group of administrators, held, so that two who leave at once take turns. */
export async function holdAdministrators(trx: Work, organizationId: string): Promise<string> {
  const row = await trx
    .selectFrom('permissionGroups')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('isAdministrators', '=', true)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A new revision of groups, so that who read an older one is told. */
export async function touchGroups(trx: Work, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('permissionGroups')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any (${[...ids]}::uuid[])`)
    .execute();
}

export async function renameGroup(
  trx: Work,
  place: GroupPlace,
  input: { name: string; description: string },
): Promise<void> {
  await trx
    .updateTable('permissionGroups')
    .set(input)
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.groupId)
    .execute();
}

export async function deleteGroup(trx: Work, place: GroupPlace): Promise<void> {
  await trx
    .deleteFrom('permissionGroups')
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.groupId)
    .execute();
}

export async function grantsOfGroups(
  trx: Work,
  organizationId: string,
  groupIds: readonly string[],
): Promise<(Grant & { groupId: string })[]> {
  const { rows } = await sql<{ groupId: string; permission: string; entityKind: EntityKind; entityId: string | null }>`
    select group_id, permission, entity_kind, entity_id from group_grants
    where organization_id = ${organizationId} and group_id = any (${[...groupIds]}::uuid[])`.execute(trx);
  return rows.flatMap(({ groupId, permission, entityKind: kind, entityId }) =>
    permission in permissions ? [{ groupId, permission: permission as Permission, kind, entityId }] : [],
  );
}

/** The group that gives just these grants, the oldest where there are several. Administrators hold everything and are never meant. */
export async function groupGiving(
  trx: Work,
  organizationId: string,
  grants: readonly Grant[],
): Promise<string | undefined> {
  const names = grants.map(({ permission }) => permission);
  const ids = grants.map(({ entityId }) => entityId);
  const { rows } = await sql<{ groupId: string }>`
    select g.group_id from group_grants g
    join permission_groups p on p.organization_id = g.organization_id and p.id = g.group_id and not p.is_administrators
    left join unnest(${names}::text[], ${ids}::uuid[]) as wanted (permission, entity_id)
      on wanted.permission = g.permission and wanted.entity_id is not distinct from g.entity_id
    where g.organization_id = ${organizationId}
    group by g.group_id having count(*) = ${grants.length}::integer and count(wanted.permission) = ${grants.length}::integer
    order by g.group_id limit 1`.execute(trx);
  return rows[0]?.groupId;
}

export async function writeGrants(
  trx: Work,
  place: GroupPlace,
  { added, removed }: { added: readonly Grant[]; removed: readonly Grant[] },
): Promise<void> {
  const { organizationId, groupId } = place;
  const columnsOf = (grants: readonly Grant[]) =>
    [grants.map((grant) => grant.permission), grants.map((grant) => grant.entityId)] as const;
  if (removed.length > 0) {
    const [names, ids] = columnsOf(removed);
    await sql`delete from group_grants g using unnest(${names}::text[], ${ids}::uuid[]) as gone (permission, entity_id)
      where g.organization_id = ${organizationId} and g.group_id = ${groupId} and g.permission = gone.permission
        and g.entity_id is not distinct from gone.entity_id`.execute(trx);
  }
  if (added.length > 0) {
    const [names, ids] = columnsOf(added);
    await sql`insert into group_grants (organization_id, group_id, permission, entity_kind, entity_id)
      select ${organizationId}, ${groupId}, * from unnest(${names}::text[], ${added.map((grant) => grant.kind)}::text[], ${ids}::uuid[])
      on conflict do nothing`.execute(trx);
  }
}
