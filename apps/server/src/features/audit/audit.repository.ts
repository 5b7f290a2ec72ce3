import type { AuditFilter } from '@sightline/contracts/audit/audit';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export interface EntryRow extends Pick<
  Row<'auditEntries'>,
  | 'id'
  | 'at'
  | 'action'
  | 'userId'
  | 'authProviderId'
  | 'viaOrganizationId'
  | 'viaOrganizationName'
  | 'apiKeyName'
  | 'address'
  | 'entityKind'
  | 'entityId'
  | 'entityName'
  | 'data'
> {
  userName: string | null;
  userEmail: string | null;
  sealedAt: Date | null;
}

/** A filter with its range made plain: from `startMs` on, before `endMs`. */
export type EntryFilter = Omit<AuditFilter, 'start' | 'end'> & { startMs: number; endMs: number };

export interface Place {
  organizationId: string;
  filter: EntryFilter;
}

const oneOf = (column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<SqlBool> =>
  values.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${column} = any (${[...values]})`;

const matches = ({ organizationId, filter }: Place): RawBuilder<SqlBool> => sql<SqlBool>`
  e.organization_id = ${organizationId} and e.at >= ${new Date(filter.startMs)} and e.at < ${new Date(filter.endMs)}
  and ${oneOf(sql`e.action`, filter.events)} and ${oneOf(sql`e.user_id`, filter.users)} and ${oneOf(sql`e.auth_provider_id`, filter.authProviderIds)}
  and ${oneOf(sql`e.via_organization_id::text`, filter.orgIds)}
  and ${filter.entityId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`e.entity_id::text = ${filter.entityId}`}`;

/** Entries before `after`, the newest first. */
export async function listEntries(
  trx: Work,
  place: Place,
  page: { limit: number; after: { atMs: number; id: string } | null },
): Promise<EntryRow[]> {
  const { after, limit } = page;
  const earlier =
    after === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(e.at, e.id) < (${new Date(after.atMs)}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<EntryRow>`
    select e.id, e.at, e.action, e.user_id, u.name as user_name, u.email as user_email, e.auth_provider_id, e.via_organization_id, e.via_organization_name,
      e.api_key_name, e.address, e.entity_kind, e.entity_id, e.entity_name, e.data, s.sealed_at
    from audit_entries e left join auth."user" u on u.id = e.user_id
      left join audit_seals s on s.organization_id = e.organization_id and s.entry_id = e.id
    where ${matches(place)} and ${earlier} order by e.at desc, e.id desc limit ${limit}`.execute(trx);
  return rows;
}

/** Counts by method for each of the days that begin at these instants, in the same order; days without entries are left out. */
export async function countByDay(
  trx: Work,
  place: Place,
  startsMs: readonly number[],
): Promise<{ day: number; method: string; count: number }[]> {
  const starts = startsMs.map((ms) => new Date(ms));
  const { rows } = await sql<{ day: number; method: string; count: number }>`
    select width_bucket(e.at, ${starts}::timestamptz[]) - 1 as day, e.action as method, count(*) as count
    from audit_entries e where ${matches(place)} group by 1, 2 order by 1 desc, 3 desc, 2`.execute(trx);
  return rows;
}

/** Counts by person and method, the busiest first. */
export async function countByPerson(
  trx: Work,
  place: Place,
): Promise<{ name: string | null; method: string; count: number }[]> {
  const { rows } = await sql<{ name: string | null; method: string; count: number }>`
    select u.name, e.action as method, count(*) as count
    from audit_entries e left join auth."user" u on u.id = e.user_id where ${matches(place)}
    group by e.user_id, u.name, e.action order by count(*) desc, u.name nulls last, e.action limit 500`.execute(trx);
  return rows;
}

/** Every method that occurs, found by leaps through the index. */
export async function listMethods(trx: Work, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ action: string | null }>`
    with recursive found as (
      select min(action) as action from audit_entries where organization_id = ${organizationId}
      union all select (select min(action) from audit_entries where organization_id = ${organizationId} and action > found.action) from found
      where found.action is not null
    ) select action from found where action is not null`.execute(trx);
  return rows.map((row) => row.action ?? '');
}

export async function organizationName(trx: Work, organizationId: string): Promise<string> {
  const row = await trx.selectFrom('organizations').select('name').where('id', '=', organizationId).executeTakeFirst();
  return row?.name ?? '';
}
