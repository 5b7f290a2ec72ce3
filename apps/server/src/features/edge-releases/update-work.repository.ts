import { sql } from 'kysely';
import { z } from 'zod';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { jobQueue } from '../../platform/jobs/job-queue.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

/** Looks at what is due of the roll-outs of an organization and of updates that wait for their cores; each look asks for the next. */
export const updateJobs = jobQueue({
  name: 'core-updates',
  data: z.object({ organizationId: z.uuid() }),
  retries: { limit: 1_000_000, fromSeconds: 1, toSeconds: 60 },
  isOneByOnePerKey: true,
  isUrgent: true,
  keepsDead: true,
});

/** Nobody else decides about updates of an organization until the transaction ends. */
export async function holdUpdates(trx: Work, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`core-updates:${organizationId}`}, 0))`.execute(trx);
}

/** Lets it be looked at what is due in an organization, now unless a time is given (UTC ms). Its updates must be held. */
export const askForLook = (
  { trx, jobs }: { trx: Work; jobs: Jobs },
  organizationId: string,
  startAtMs?: number,
): Promise<void> =>
  jobs.ask(trx, updateJobs, {
    data: { organizationId },
    key: organizationId,
    organizationId,
    ...(startAtMs === undefined ? {} : { startAtMs }),
  });

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
