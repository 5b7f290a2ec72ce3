import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

/** Remembers that something is to be done in an organization; waits for whoever is just forgetting that. */
export async function wantUpdateWork(trx: Work, organizationId: string): Promise<void> {
  await sql`insert into core_update_work (organization_id) values (${organizationId})
    on conflict (organization_id) do update set organization_id = excluded.organization_id`.execute(trx);
}

/** Organizations in which something may be due. */
export async function organizationsWithWork(database: Database): Promise<string[]> {
  const rows = await database.global.selectFrom('coreUpdateWork').select('organizationId').execute();
  return rows.map(({ organizationId }) => organizationId);
}

/** Takes the work of an organization until the transaction ends; false while another process has it. */
export async function holdUpdateWork(trx: Work, organizationId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('coreUpdateWork')
    .select('organizationId')
    .where('organizationId', '=', organizationId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

/** Nothing is left to do; the work must be held. */
export async function forgetUpdateWork(trx: Work, organizationId: string): Promise<void> {
  await trx.deleteFrom('coreUpdateWork').where('organizationId', '=', organizationId).execute();
}

/** An update of which its core was not told, or did not say that it has it. */
export interface QueuedUpdate extends Pick<Row<'coreUpdates'>, 'id' | 'edgeId'> {
  locationId: string;
  releaseId: string;
  isDue: boolean;
}

/**
 * Updates that wait for their core. Due are those whose core has its link, and was not told after `toldBefore`; telling twice is harmless,
 * because the core knows the id. Cores that were deleted wait for nothing.
 */
export const queuedUpdates = (trx: Work, organizationId: string, toldBefore: Date): Promise<QueuedUpdate[]> =>
  trx
    .selectFrom('coreUpdates as u')
    .innerJoin('edges as e', (join) =>
      join.onRef('e.organizationId', '=', 'u.organizationId').onRef('e.id', '=', 'u.edgeId'),
    )
    .select([
      'u.id',
      'u.edgeId',
      'e.locationId',
      sql<string>`u.release_id`.as('releaseId'),
      sql<boolean>`e.is_linked and (u.sent_at is null or u.sent_at < ${toldBefore})`.as('isDue'),
    ])
    .where('u.organizationId', '=', organizationId)
    .where('u.state', '=', 'waiting')
    .where('u.takenAt', 'is', null)
    .where('u.releaseId', 'is not', null)
    .where('e.deletedAt', 'is', null)
    .where('e.revokedAt', 'is', null)
    .orderBy('u.id')
    .limit(1_000)
    .execute();

/** Writes that a core is being told, or that it said that it has its update. */
export async function markUpdate(
  trx: Work,
  { organizationId, updateIds }: { organizationId: string; updateIds: readonly string[] },
  mark: Partial<Pick<Row<'coreUpdates'>, 'sentAt' | 'takenAt'>>,
): Promise<void> {
  if (updateIds.length === 0) return;
  await trx
    .updateTable('coreUpdates')
    .set(mark)
    .where('organizationId', '=', organizationId)
    .where('id', 'in', updateIds)
    .execute();
}
