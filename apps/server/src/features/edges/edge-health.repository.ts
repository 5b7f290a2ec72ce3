import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export interface BucketRow extends Pick<
  Row<'edgeHeartbeats'>,
  'beats' | 'cpuShare' | 'memoryShare' | 'diskFreeBytes' | 'load' | 'celsius' | 'outboxDepth' | 'clockOffsetMs'
> {
  at: Date;
}

export type VitalsRow = Pick<Row<'edges'>, 'outboxDepth' | 'minuteSince' | 'hourSince' | 'daySince'>;

/** Heartbeats of a core in spans of `stepMs` from `from` on, oldest first; spans without any are missing. */
export async function heartbeatBuckets(
  trx: Work,
  place: { organizationId: string; edgeId: string },
  range: { from: Date; to: Date; stepMs: number },
): Promise<BucketRow[]> {
  const { from, to, stepMs } = range;
  const { rows } = await sql<BucketRow>`
    select date_bin(make_interval(secs => ${stepMs / 1000}), minute, ${from}::timestamptz) as at, sum(beats)::int as beats, max(cpu_share) as cpu_share,
      max(memory_share) as memory_share, min(disk_free_bytes) as disk_free_bytes, max(load) as load, max(celsius) as celsius,
      max(outbox_depth) as outbox_depth, (array_agg(clock_offset_ms order by abs(clock_offset_ms) desc))[1] as clock_offset_ms
    from edge_heartbeats
    where organization_id = ${place.organizationId} and edge_id = ${place.edgeId} and minute >= ${from} and minute < ${to}
    group by 1 order by 1`.execute(trx);
  return rows;
}

/** The oldest minute of a core that is kept. */
export async function firstHeartbeat(
  trx: Work,
  place: { organizationId: string; edgeId: string },
): Promise<Date | null> {
  const row = await trx
    .selectFrom('edgeHeartbeats')
    .select('minute')
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .orderBy('minute')
    .limit(1)
    .executeTakeFirst();
  return row?.minute ?? null;
}

export async function findVitals(trx: Work, place: { organizationId: string; edgeId: string }): Promise<VitalsRow> {
  return trx
    .selectFrom('edges')
    .select(['outboxDepth', 'minuteSince', 'hourSince', 'daySince'])
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .executeTakeFirstOrThrow();
}

/** Deletes minutes from before `cutoff`, core by core, so that only what goes is looked at. */
export async function deleteOldHeartbeats(database: Database, cutoff: Date): Promise<void> {
  const cores = await database.global.selectFrom('edgeIdentities').select(['organizationId', 'edgeId']).execute();
  const organizations = Map.groupBy(cores, ({ organizationId }) => organizationId);
  for (const [organizationId, ofOrganization] of organizations) {
    const edgeIds = ofOrganization.map(({ edgeId }) => edgeId);
    await database.withOrganization(organizationId, (trx) =>
      sql`delete from edge_heartbeats h using unnest(${edgeIds}::uuid[]) as c (edge_id)
        where h.organization_id = ${organizationId} and h.edge_id = c.edge_id and h.minute < ${cutoff}`.execute(trx),
    );
  }
}
