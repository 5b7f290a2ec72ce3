import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';

const deletedAtOnce = 5_000;

/** Organizations that have cores, and therefore events. */
export async function organizationsWithEvents(database: Database): Promise<string[]> {
  const rows = await database.global.selectFrom('edgeIdentities').select('organizationId').distinct().execute();
  return rows.map((row) => row.organizationId);
}

export interface CameraRetention {
  id: string;
  retentionDays: number;
}

/** How long the events of each camera are kept, deleted cameras included. */
export async function retentions(trx: Work, organizationId: string): Promise<CameraRetention[]> {
  return trx
    .selectFrom('cameras')
    .select(['id', 'retentionDays'])
    .where('organizationId', '=', organizationId)
    .execute();
}

/** What is to be deleted: events of some cameras from a range, UTC. */
export interface OldEvents {
  cameraIds: readonly string[];
  from: Date;
  before: Date;
}

/** The beginning of the oldest event of cameras before an instant; null when there is none. */
export async function oldestBefore(
  trx: Work,
  organizationId: string,
  { cameraIds, before }: Omit<OldEvents, 'from'>,
): Promise<Date | null> {
  const { rows } = await sql<{
    startedAt: Date;
  }>`select started_at from events where organization_id = ${organizationId}::uuid
    and camera_id = any (${[...cameraIds]}::uuid[]) and started_at < ${before}::timestamptz order by started_at limit 1`.execute(
    trx,
  );
  return rows[0]?.startedAt ?? null;
}

/** Deletes some of the events of one day; answers how many. */
export async function deleteSome(
  trx: Work,
  organizationId: string,
  { cameraIds, from, before }: OldEvents,
): Promise<number> {
  const onDay = sql`started_at >= ${from}::timestamptz and started_at < ${before}::timestamptz`;
  const here = sql`organization_id = ${organizationId}::uuid and ${onDay}`;
  const { rows } = await sql<{ count: number }>`
    with old as materialized (select id from events where ${here} and camera_id = any (${[...cameraIds]}::uuid[]) limit ${deletedAtOnce}),
      details as (delete from event_details where ${here} and id in (select id from old)),
      vectors as (delete from event_vectors where ${here} and id in (select id from old)),
      gone as (delete from events where ${here} and id in (select id from old) returning 1)
    select count(*) as count from gone`.execute(trx);
  return rows[0]?.count ?? 0;
}
