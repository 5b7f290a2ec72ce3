import type { Page } from '@sightline/contracts/shared/paging';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { rememberFormerMembers } from '../organizations/organizations.public.ts';

/** People are global: what is theirs alone is in no organization. */
type Anywhere = Work | Database['global'];

export interface UserRow extends Pick<Row<'people'>, 'firstName' | 'lastName'> {
  id: string;
  email: string;
  name: string;
  role: Row<'memberships'>['role'];
  groups: { id: string; name: string }[];
  isAdministrator: boolean;
  isMfaEnabled: boolean;
  joinedAt: Date;
  lastSeenAt: Date | null;
}

interface UserFilter {
  search?: string | undefined;
  groupId?: string | undefined;
  /** Only then an address may be looked for: a hit would tell it. */
  isManager: boolean;
}

const rowsOf = (organizationId: string): RawBuilder<unknown> => sql`
  select u.id, u.email, u.name, p.first_name, p.last_name, m.role, m.created_at as joined_at,
    coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name collate people) from group_users x
      join permission_groups g on g.organization_id = x.organization_id and g.id = x.group_id
      where x.organization_id = ${organizationId} and x.user_id = u.id), '[]') as groups,
    exists (select 1 from group_users x join permission_groups g on g.organization_id = x.organization_id and g.id = x.group_id
        left join group_grants r on r.organization_id = g.organization_id and r.group_id = g.id
        where x.organization_id = ${organizationId} and x.user_id = u.id
          and (g.is_administrators or (r.permission = 'UserManage' and r.entity_id is null)))
      or exists (select 1 from grants r where r.organization_id = ${organizationId} and r.user_id = u.id and r.permission = 'UserManage' and r.entity_id is null)
      as is_administrator,
    exists (select 1 from auth.mfa_methods f where f.user_id = u.id and f.verified_at is not null) as is_mfa_enabled,
    (select max(s."updatedAt") from auth."session" s where s."userId" = u.id) as last_seen_at
  from memberships m join auth."user" u on u.id = m.user_id join people p on p.user_id = u.id
  where m.organization_id = ${organizationId}`;

const matching = (
  organizationId: string,
  { search = '', groupId, isManager }: UserFilter,
): RawBuilder<boolean> => sql<boolean>`(
  (strpos(lower(u.name), lower(${search})) > 0 or (${isManager} and strpos(lower(u.email), lower(${search})) > 0))
  and (${groupId ?? null}::uuid is null or exists (select 1 from group_users x
    where x.organization_id = ${organizationId} and x.group_id = ${groupId ?? null}::uuid and x.user_id = u.id)))`;

/** Members by name. */
export async function listUsers(
  trx: Work,
  organizationId: string,
  request: PageRequest & UserFilter,
): Promise<Page<UserRow>> {
  const wanted = matching(organizationId, request);
  const { rows } = await sql<UserRow>`
    ${rowsOf(organizationId)} and ${wanted} and ${afterCursor(request, sql`u.name collate people`, sql`u.id::uuid`)}
    order by u.name collate people, u.id::uuid limit ${request.limit + 1}`.execute(trx);
  const total = await countUpTo(
    trx,
    sql`select 1 from memberships m join auth."user" u on u.id = m.user_id where m.organization_id = ${organizationId} and ${wanted}`,
  );
  return { ...toPage(rows, request, (row) => ({ key: row.name, id: row.id })), total };
}

export async function findUser(trx: Work, organizationId: string, userId: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`${rowsOf(organizationId)} and m.user_id = ${userId}`.execute(trx);
  return rows[0];
}

export async function setRole(
  trx: Work,
  place: { organizationId: string; userId: string },
  role: Row<'memberships'>['role'],
): Promise<void> {
  await trx
    .updateTable('memberships')
    .set({ role })
    .where('organizationId', '=', place.organizationId)
    .where('userId', '=', place.userId)
    .execute();
}

export async function insertMembership(
  trx: Work,
  member: Pick<Row<'memberships'>, 'organizationId' | 'userId' | 'role'>,
): Promise<boolean> {
  const row = await trx
    .insertInto('memberships')
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes somebody out, who is told so as long as there is no other organization; what was given directly and by groups goes with it, and so do invitations that the person sent and keys that the person made. */
export async function deleteMembership(
  trx: Work,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await trx
    .deleteFrom('invites')
    .where('organizationId', '=', organizationId)
    .where('invitedBy', '=', userId)
    .execute();
  await trx
    .deleteFrom('apiKeys')
    .where('organizationId', '=', organizationId)
    .where('createdBy', '=', userId)
    .execute();
  await rememberFormerMembers(trx, organizationId, [userId]);
  await trx
    .deleteFrom('memberships')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute();
}

/** The names of a new person as they were typed; making the account could only guess where the last name begins. */
export async function setNames(
  trx: Anywhere,
  userId: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await trx.updateTable('people').set({ firstName, lastName }).where('userId', '=', userId).execute();
}
