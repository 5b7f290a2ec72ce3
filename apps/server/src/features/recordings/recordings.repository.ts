import type { Work } from '../../platform/database/database.ts';

export interface GapValues {
  id: string;
  cameraId: string;
  streamId: string;
  fromAt: Date;
  toAt: Date;
  cause: string;
}

/** Keeps a gap of the ledger; false when the stream was never one of this core. The same gap twice is one gap. */
export async function insertGap(trx: Work, place: { organizationId: string; edgeId: string }, gap: GapValues): Promise<boolean> {
  const stream = await trx
    .selectFrom('cameraStreams')
    .select('id')
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('cameraId', '=', gap.cameraId)
    .where('id', '=', gap.streamId)
    .executeTakeFirst();
  if (!stream) return false;
  await trx
    .insertInto('gaps')
    .values({ organizationId: place.organizationId, ...gap })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}
