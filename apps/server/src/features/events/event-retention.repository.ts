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
  return trx.selectFrom('cameras').select(['id', 'retentionDays']).where('organizationId', '=', organizationId).execute();
}

/** Deletes some of the events of cameras from before an instant; answers how many. */
export async function deleteSome(trx: Work, organizationId: string, { cameraIds, before }: { cameraIds: readonly string[]; before: Date }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as materialized (
      select started_at, id from events where organization_id = ${organizationId}::uuid and camera_id = any (${[...cameraIds]}::uuid[])
        and started_at < ${before}::timestamptz limit ${deletedAtOnce}
    ), details as (
      delete from event_details d using old where d.organization_id = ${organizationId}::uuid and d.started_at = old.started_at and d.id = old.id
    ), vectors as (
      delete from event_vectors v using old where v.organization_id = ${organizationId}::uuid and v.started_at = old.started_at and v.id = old.id
    ), gone as (
      delete from events e using old where e.organization_id = ${organizationId}::uuid and e.started_at = old.started_at and e.id = old.id returning 1
    )
    select count(*) as count from gone`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** True when a delete took as many as it may at once, so that there may be more. */
export const isFull = (count: number): boolean => count === deletedAtOnce;
