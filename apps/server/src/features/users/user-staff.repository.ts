import type { Role } from '@sightline/contracts/accounts/account';
import type { StaffUser } from '@sightline/contracts/users/user';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** What is looked for among everybody. `userIds` null: in all organizations. */
export interface StaffFilter {
  start: Date;
  end: Date;
  query: string;
  page: number;
  perPage: number;
  userIds: readonly string[] | null;
}

/** What somebody is in the staff of the installation. */
export interface StaffMarks {
  roles: Role[];
  isDeveloper: boolean;
  isDevTeam: boolean;
  isPartner: boolean;
}

interface PersonRow extends Omit<StaffUser, 'orgs' | 'createdAt' | 'lastSeenAt'> {
  createdAt: Date;
  lastSeenAt: Date | null;
}

const wanted = ({ start, end, query, userIds }: StaffFilter): RawBuilder<unknown> => sql`
  from auth."user" u join people p on p.user_id = u.id
    left join lateral (select max(s."updatedAt") as last_seen_at from auth."session" s where s."userId" = u.id) seen on true
  where ((u."createdAt" >= ${start} and u."createdAt" < ${end}) or (seen.last_seen_at >= ${start} and seen.last_seen_at < ${end}))
    and (strpos(lower(u.name), lower(${query})) > 0 or strpos(lower(u.email), lower(${query})) > 0)
    and (${userIds === null} or u.id = any (${[...(userIds ?? [])]}::text[]))`;

/** People of all organizations by name. */
export async function findPeople(
  database: Database,
  filter: StaffFilter,
): Promise<{ rows: PersonRow[]; totalItemsCount: number }> {
  const from = wanted(filter);
  const { rows } = await sql<PersonRow>`
    select u.id, u.email, u.name, p.staff_roles as roles, p.is_developer, p.is_dev_team, p.is_partner, u."createdAt" as created_at, seen.last_seen_at
    ${from} order by u.name collate people, u.id limit ${filter.perPage} offset ${(filter.page - 1) * filter.perPage}`.execute(
    database.global,
  );
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${from}`.execute(database.global);
  return { rows, totalItemsCount: counted.rows[0]?.total ?? 0 };
}

/** Organizations of one person; only in the name of that person are they visible. */
export async function organizationsOf(database: Database, userId: string): Promise<StaffUser['orgs']> {
  return database.withPerson(userId, async (trx) => {
    const { rows } = await sql<StaffUser['orgs'][number]>`
      select o.id, o.name from memberships m join organizations o on o.id = m.organization_id where m.user_id = ${userId} order by m.created_at`.execute(
      trx,
    );
    return rows;
  });
}

export async function memberIds(database: Database, organizationId: string): Promise<string[]> {
  return database.withOrganization(organizationId, async (trx) => {
    const rows = await trx
      .selectFrom('memberships')
      .select('userId')
      .where('organizationId', '=', organizationId)
      .execute();
    return rows.map((row) => row.userId);
  });
}

export async function findMarks(trx: Database['global'], userId: string): Promise<StaffMarks | null> {
  const row = await trx
    .selectFrom('people')
    .select(['staffRoles as roles', 'isDeveloper', 'isDevTeam', 'isPartner'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, roles: row.roles as Role[] } : null;
}

export async function findIdByEmail(database: Database, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from auth."user" where email = ${email.toLowerCase()}`.execute(
    database.global,
  );
  return rows[0]?.id ?? null;
}

/** Changes of the staff take turns: two who take the last ADMIN away at once must not both succeed. */
export async function lockStaff(trx: Database['global']): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('staff'))`.execute(trx);
}

export async function setMarks(
  trx: Database['global'],
  userId: string,
  { roles, ...marks }: StaffMarks,
): Promise<void> {
  await trx
    .updateTable('people')
    .set({ staffRoles: roles, ...marks, updatedAt: new Date() })
    .where('userId', '=', userId)
    .execute();
}

export async function countAdmins(trx: Database['global']): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from people where 'ADMIN' = any (staff_roles)`.execute(trx);
  return rows[0]?.count ?? 0;
}
