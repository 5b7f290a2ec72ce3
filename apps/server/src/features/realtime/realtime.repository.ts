import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export interface ChangeRow extends Pick<Row<'changes'>, 'id' | 'organizationId' | 'actorSessionId' | 'event'> {
  actorUserId: string | null;
}

/** The person is that of the session; nobody for a session that ended meanwhile. */
export async function readChanges(database: Database, ids: readonly string[]): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select c.id, c.organization_id, c.actor_session_id, s."userId" as actor_user_id, c.event
    from changes c left join auth."session" s on s.id = c.actor_session_id where c.id = any (${[...ids]}::uuid[]) order by c.id`.execute(
    database.global,
  );
  return rows;
}

export async function markPublished(database: Database, ids: readonly string[]): Promise<void> {
  await sql`update changes set published_at = now() where id = any (${[...ids]}::uuid[]) and published_at is null`.execute(
    database.global,
  );
}

/** Changes that were committed a while ago and never published: their process died in between. */
export async function unpublishedBefore(database: Database, before: Date): Promise<string[]> {
  const rows = await database.global
    .selectFrom('changes')
    .select('id')
    .where('publishedAt', 'is', null)
    .where('createdAt', '<', before)
    .orderBy('id')
    .limit(500)
    .execute();
  return rows.map((row) => row.id);
}

/** Ids begin with their time, so that the oldest are found without looking at the others. */
export async function forgetPublishedBefore(database: Database, before: Date): Promise<void> {
  const time = before.getTime().toString(16).padStart(12, '0');
  const firstId = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
  await sql`delete from changes where id < ${firstId}::uuid and published_at is not null`.execute(database.global);
}

/** Revisions of the rights of organizations; those that are gone are left out. */
export async function rightsRevisions(
  database: Database,
  organizationIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; revision: number }>`
    select id, rights_revision as revision from organizations where id = any (${[...organizationIds]}::uuid[])`.execute(
    database.global,
  );
  return new Map(rows.map((row) => [row.id, row.revision]));
}

/** Those of these sessions that have ended. */
export async function endedSessions(database: Database, sessionIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(${[...sessionIds]}::text[]) as asked (id)
    where not exists (select 1 from auth."session" s where s.id = asked.id and s."expiresAt" > ${now})`.execute(
    database.global,
  );
  return rows.map((row) => row.id);
}

/** Paths of locations and cores of cameras by id, deleted ones included, because their end is news too. */
export async function pathsOf(
  database: Database,
  organizationId: string,
  { locationIds, cameraIds }: { locationIds: readonly string[]; cameraIds: readonly string[] },
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await database.withOrganization(organizationId, (trx) =>
    sql<{ id: string; path: string[] }>`
      select id, path from locations where organization_id = ${organizationId} and id = any (${[...locationIds]}::uuid[])
      union all select id, array[edge_id] from cameras where organization_id = ${organizationId} and id = any (${[...cameraIds]}::uuid[])`.execute(
      trx,
    ),
  );
  return new Map(rows.map((row) => [row.id, row.path]));
}
