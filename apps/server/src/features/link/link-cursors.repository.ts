import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { forgetOldNotices } from './link-notices.repository.ts';
import type { EdgeRef } from './link.repository.ts';

/** The cursor of a core's epoch, kept from moving by anybody else until the transaction ends. */
export async function lockCursor(trx: Work, place: EdgeRef, epoch: string): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('edgeCursors')
    .values({ ...place, epoch, lastSequence: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows > 0n) await forgetOldEpochs(trx, place, epoch);
  const { lastSequence } = await trx
    .selectFrom('edgeCursors')
    .select('lastSequence')
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('epoch', '=', epoch)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return lastSequence;
}

/** A core counts anew when its disk is claimed or was brought back from a copy, which is seldom: one that says so again and again fills nothing. */
const keptEpochs = 50;

async function forgetOldEpochs(trx: Work, place: EdgeRef, epoch: string): Promise<void> {
  await sql`
    delete from edge_cursors where organization_id = ${place.organizationId} and edge_id = ${place.edgeId} and epoch in (
      select epoch from edge_cursors where organization_id = ${place.organizationId} and edge_id = ${place.edgeId} and epoch <> ${epoch}::uuid
      order by updated_at desc offset ${keptEpochs - 1})`.execute(trx);
  await forgetOldNotices(trx, place);
}

/** So many records may come before the notices are counted again. */
const recordsPerCount = 5_000;

export async function moveCursor(
  trx: Work,
  place: EdgeRef,
  cursor: { epoch: string; from: number; lastSequence: number },
): Promise<void> {
  if (Math.floor(cursor.from / recordsPerCount) < Math.floor(cursor.lastSequence / recordsPerCount))
    await forgetOldNotices(trx, place);
  await trx
    .updateTable('edgeCursors')
    .set({ lastSequence: cursor.lastSequence, updatedAt: new Date() })
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('epoch', '=', cursor.epoch)
    .execute();
}
