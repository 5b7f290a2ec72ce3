import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

const deletedAtOnce = 5_000;

export interface GapValues {
  id: string;
  cameraId: string;
  streamId: string;
  fromAt: Date;
  toAt: Date;
  cause: string;
}

/** Keeps a gap of the ledger; answers where its camera is, null when the stream was never one of this core. The same gap twice is one gap. */
export async function insertGap(
  trx: Work,
  place: { organizationId: string; edgeId: string },
  gap: GapValues,
): Promise<{ locationId: string } | null> {
  const stream = await trx
    .selectFrom('cameraStreams as s')
    .innerJoin('cameras as c', (join) =>
      join.onRef('c.organizationId', '=', 's.organizationId').onRef('c.id', '=', 's.cameraId'),
    )
    .select('c.locationId')
    .where('s.organizationId', '=', place.organizationId)
    .where('s.edgeId', '=', place.edgeId)
    .where('s.cameraId', '=', gap.cameraId)
    .where('s.id', '=', gap.streamId)
    .executeTakeFirst();
  if (!stream) return null;
  await trx
    .insertInto('gaps')
    .values({ organizationId: place.organizationId, ...gap })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return stream;
}

/** Deletes some of the gaps that ended more than `days`, or more than the retention of their camera when that is longer, before now; answers how many. */
export async function deleteOldGaps(
  trx: Work,
  organizationId: string,
  { days, now }: { days: number; now: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from gaps where organization_id = ${organizationId} and id in (
      select g.id from cameras c join gaps g on g.organization_id = c.organization_id and g.camera_id = c.id
        and g.from_at < ${now}::timestamptz - make_interval(days => greatest(c.retention_days, ${days}::integer))
        and g.to_at < ${now}::timestamptz - make_interval(days => greatest(c.retention_days, ${days}::integer))
      where c.organization_id = ${organizationId} limit ${deletedAtOnce})`.execute(trx);
  return Number(numAffectedRows);
}

/** Deletes all but the newest gaps of a camera. */
export async function keepNewestGaps(
  trx: Work,
  { organizationId, cameraId }: { organizationId: string; cameraId: string },
  count: number,
): Promise<void> {
  await sql`
    delete from gaps where organization_id = ${organizationId} and camera_id = ${cameraId} and (from_at, id) <= (
      select from_at, id from gaps where organization_id = ${organizationId} and camera_id = ${cameraId}
      order by from_at desc, id desc offset ${count} limit 1)`.execute(trx);
}
