import type { OrgGroupType } from '@sightline/contracts/org-groups/org-group';
import type { Page } from '@sightline/contracts/shared/paging';
import { sql, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';

/** A group within its organization. */
export interface GroupPlace {
  organizationId: string;
  groupId: string;
}

export interface OrgGroupRow extends Pick<Row<'orgGroups'>, 'id' | 'name' | 'type' | 'revision' | 'updatedAt'> {
  memberCount: number;
}

const groups = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('orgGroups as g')
    .select([
      'g.id',
      'g.name',
      'g.type',
      'g.revision',
      'g.updatedAt',
      sql<number>`(select count(*)::integer from org_group_members m
        where m.organization_id = g.organization_id and m.group_id = g.id)`.as('memberCount'),
    ])
    .where('g.organizationId', '=', organizationId);

/** A page of those of a type by name. */
export async function listGroups(
  trx: Work,
  organizationId: string,
  request: PageRequest & { type: OrgGroupType; query?: string | undefined; memberId?: string | undefined },
): Promise<Page<OrgGroupRow>> {
  const matches = sql<SqlBool>`g.type = ${request.type}
    and strpos(lower(g.name collate people), lower(${request.query ?? ''}::text collate people)) > 0
    and (${request.memberId ?? null}::uuid is null or exists (select from org_group_members m
      where m.organization_id = g.organization_id and m.group_id = g.id and m.member_id = ${request.memberId ?? null}::uuid))`;
  const rows = await groups(trx, organizationId)
    .where(matches)
    .where(afterCursor(request, sql`g.name collate people`, sql.ref('g.id')))
    .orderBy(sql`g.name collate people`)
    .orderBy('g.id')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from org_groups g where g.organization_id = ${organizationId} and ${matches}`,
  );
  return { ...toPage(rows, request, ({ name: key, id }) => ({ key, id })), total };
}

export const findGroup = (trx: Work, { organizationId, groupId }: GroupPlace): Promise<OrgGroupRow | undefined> =>
  groups(trx, organizationId).where('g.id', '=', groupId).executeTakeFirst();

/** Nobody else changes it until the transaction ends. */
export const holdGroup = (
  trx: Work,
  { organizationId, groupId }: GroupPlace,
): Promise<Omit<OrgGroupRow, 'memberCount'> | undefined> =>
  trx
    .selectFrom('orgGroups')
    .select(['id', 'name', 'type', 'revision', 'updatedAt'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', groupId)
    .forUpdate()
    .executeTakeFirst();

/** How many of a type there are, while nobody else adds one. */
export async function countGroups(trx: Work, organizationId: string, type: OrgGroupType): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`org-groups:${organizationId}`}))`.execute(trx);
  const { count } = await trx
    .selectFrom('orgGroups')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('type', '=', type)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertGroup(
  trx: Work,
  organizationId: string,
  group: { name: string; type: OrgGroupType; updatedAt: Date },
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('orgGroups')
    .values({ organizationId, id, ...group })
    .execute();
  return id;
}

/** A further revision of a group, perhaps with another name. */
export async function touchGroup(
  trx: Work,
  { organizationId, groupId }: GroupPlace,
  change: { name?: string; updatedAt: Date },
): Promise<void> {
  await trx
    .updateTable('orgGroups')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', groupId)
    .execute();
}

/** Adds members that the group does not have yet. */
export async function addMembers(
  trx: Work,
  { organizationId, groupId }: GroupPlace,
  ids: readonly string[],
): Promise<void> {
  await sql`insert into org_group_members (organization_id, group_id, member_id)
    select ${organizationId}::uuid, ${groupId}::uuid, member from unnest(${[...ids]}::uuid[]) as member
    on conflict do nothing`.execute(trx);
}

/** Takes all members out but these. */
export async function keepMembers(
  trx: Work,
  { organizationId, groupId }: GroupPlace,
  ids: readonly string[],
): Promise<void> {
  await sql`delete from org_group_members where organization_id = ${organizationId}::uuid and group_id = ${groupId}::uuid
    and not member_id = any (${[...ids]}::uuid[])`.execute(trx);
}

export async function memberIds(trx: Work, { organizationId, groupId }: GroupPlace): Promise<string[]> {
  const rows = await trx
    .selectFrom('orgGroupMembers')
    .select('memberId')
    .where('organizationId', '=', organizationId)
    .where('groupId', '=', groupId)
    .execute();
  return rows.map(({ memberId }) => memberId);
}

/** The members of these groups, by group. */
export async function membersOf(
  trx: Work,
  organizationId: string,
  groupIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await trx
    .selectFrom('orgGroupMembers')
    .select(['groupId', 'memberId'])
    .where('organizationId', '=', organizationId)
    .where('groupId', 'in', [...groupIds])
    .execute();
  const groups = Map.groupBy(rows, ({ groupId }) => groupId);
  return new Map([...groups].map(([groupId, members]) => [groupId, members.map(({ memberId }) => memberId)]));
}

/** Groups that hold something. */
export async function groupsHolding(trx: Work, organizationId: string, memberId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('orgGroupMembers')
    .select('groupId')
    .where('organizationId', '=', organizationId)
    .where('memberId', '=', memberId)
    .execute();
  return rows.map(({ groupId }) => groupId);
}

/** Takes something out of every group, whose ids are answered; what it turned out to be comes in its place. */
export async function forgetMember(
  trx: Work,
  organizationId: string,
  { memberId, becomes = null }: { memberId: string; becomes?: string | null },
): Promise<string[]> {
  const groupIds = await groupsHolding(trx, organizationId, memberId);
  if (becomes !== null) for (const groupId of groupIds) await addMembers(trx, { organizationId, groupId }, [becomes]);
  await trx
    .deleteFrom('orgGroupMembers')
    .where('organizationId', '=', organizationId)
    .where('memberId', '=', memberId)
    .execute();
  return groupIds;
}

/** Which of these are groups of a type, held so that none of them goes before the transaction ends. */
export async function groupsAmong(
  trx: Work,
  organizationId: string,
  { type, ids }: { type: OrgGroupType; ids: readonly string[] },
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('orgGroups')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('type', '=', type)
    .where(sql<SqlBool>`id = any (${[...ids]}::uuid[])`)
    .forShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** What each of these groups holds. */
export const membersOfGroups = (
  trx: Work,
  organizationId: string,
  groupIds: readonly string[],
): Promise<{ groupId: string; memberId: string }[]> =>
  trx
    .selectFrom('orgGroupMembers')
    .select(['groupId', 'memberId'])
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`group_id = any (${[...groupIds]}::uuid[])`)
    .orderBy('groupId')
    .orderBy('memberId')
    .execute();

/** Which of these groups hold anybody. */
export async function groupsWithMembers(
  trx: Work,
  organizationId: string,
  groupIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('orgGroupMembers')
    .select('groupId')
    .distinct()
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`group_id = any (${[...groupIds]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ groupId }) => groupId));
}

export async function deleteGroup(trx: Work, { organizationId, groupId }: GroupPlace): Promise<void> {
  await trx.deleteFrom('orgGroups').where('organizationId', '=', organizationId).where('id', '=', groupId).execute();
}
