import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

const deletedAtOnce = 5_000;

export type GapValues = Pick<Row<'gaps'>, 'id' | 'cameraId' | 'streamId' | 'fromAt' | 'toAt' | 'cause'>;

/** Where the camera of a stream is, null when the stream was never one of this core. */
const placeOf = (
  trx: Work,
  { organizationId, edgeId }: { organizationId: string; edgeId: string },
  gap: Pick<GapValues, 'cameraId' | 'streamId'>,
): Promise<{ locationId: string } | undefined> =>
  trx
    .selectFrom('cameraStreams as s')
    .innerJoin('cameras as c', (join) =>
      join.onRef('c.organizationId', '=', 's.organizationId').onRef('c.id', '=', 's.cameraId'),
    )
    .select('c.locationId')
    .where('s.organizationId', '=', organizationId)
    .where('s.edgeId', '=', edgeId)
    .where('s.cameraId', '=', gap.cameraId)
    .where('s.id', '=', gap.streamId)
    .executeTakeFirst();

/**
 * Keeps a gap of the ledger as it was last told: records come in order, and what one says of a gap replaces what was said before. A gap of
 * another stream is left alone, whoever names it. Answers where its camera is and whether it is new; null when the stream was never one
 * of this core.
 */
export async function keepGap(
  trx: Work,
  place: { organizationId: string; edgeId: string },
  gap: GapValues,
): Promise<{ locationId: string; isNew: boolean } | null> {
  const camera = await placeOf(trx, place, gap);
  if (!camera) return null;
  const { fromAt, toAt, cause } = gap;
  const kept = await trx
    .insertInto('gaps')
    .values({ organizationId: place.organizationId, ...gap })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'id'])
        .doUpdateSet({ fromAt, toAt, cause })
        .where('gaps.cameraId', '=', gap.cameraId)
        .where('gaps.streamId', '=', gap.streamId),
    )
    // A row that was there before has an older transaction in its place.
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirst();
  return { ...camera, isNew: kept?.isNew ?? false };
}

/** Forgets a gap that turned out to be none. False when the stream was never one of this core. */
export async function forgetGap(
  trx: Work,
  place: { organizationId: string; edgeId: string },
  gap: Pick<GapValues, 'id' | 'cameraId' | 'streamId'>,
): Promise<boolean> {
  if (!(await placeOf(trx, place, gap))) return false;
  await trx
    .deleteFrom('gaps')
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', gap.id)
    .where('cameraId', '=', gap.cameraId)
    .where('streamId', '=', gap.streamId)
    .execute();
  return true;
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
