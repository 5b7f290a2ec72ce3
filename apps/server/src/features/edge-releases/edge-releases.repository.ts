import { sql } from 'kysely';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Database, Work } from '../../platform/database/database.ts';
import { countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export type EdgeReleaseRow = Row<'coreReleases'>;
export type NewEdgeRelease = Omit<EdgeReleaseRow, 'organizationId'>;

export async function listReleases(
  trx: Work,
  organizationId: string,
  request: PageRequest,
): Promise<Page<EdgeReleaseRow>> {
  const rows = await trx
    .selectFrom('coreReleases as r')
    .selectAll('r')
    .where('r.organizationId', '=', organizationId)
    // Ids rise with the time of the upload.
    .$if(request.after !== null, (query) => query.where('r.id', '<', request.after?.id ?? ''))
    .orderBy('r.id', 'desc')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(trx, sql`select 1 from core_releases where organization_id = ${organizationId}`);
  return { ...toPage(rows, request, (row) => ({ key: '', id: row.id })), total };
}

export const findRelease = (
  trx: Work,
  organizationId: string,
  releaseId: string,
): Promise<EdgeReleaseRow | undefined> =>
  trx
    .selectFrom('coreReleases')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', releaseId)
    .executeTakeFirst();

/**
 * Finds a release and holds it until the transaction ends: `kept` by whoever is about to need it, so that nobody deletes it meanwhile,
 * `deleted` by whoever deletes it, so that all who began to need it are seen.
 */
export const holdRelease = (
  trx: Work,
  { organizationId, releaseId }: { organizationId: string; releaseId: string },
  toBe: 'kept' | 'deleted',
): Promise<EdgeReleaseRow | undefined> =>
  trx
    .selectFrom('coreReleases')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', releaseId)
    .$if(toBe === 'kept', (query) => query.forShare())
    .$if(toBe === 'deleted', (query) => query.forUpdate())
    .executeTakeFirst();

/** False when the same package is there already. */
export async function insertRelease(
  trx: Work,
  organizationId: string,
  { facts, ...row }: NewEdgeRelease,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('coreReleases')
    .values({ ...row, organizationId, facts: JSON.stringify(facts) })
    .onConflict((conflict) => conflict.columns(['organizationId', 'sha256']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Uploads of an organization take turns here: two server processes could each see room for one more. Ends with the transaction. */
export async function lockReleases(trx: Work, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('core-releases'), hashtext(${organizationId}))`.execute(trx);
}

/** How many packages an organization keeps, and their bytes together. */
export async function keptReleases(trx: Work, organizationId: string): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from core_releases where organization_id = ${organizationId}`.execute(
    trx,
  );
  return rows[0] ?? { count: 0, bytes: 0 };
}

export async function deleteRelease(trx: Work, organizationId: string, releaseId: string): Promise<void> {
  await trx
    .deleteFrom('coreReleases')
    .where('organizationId', '=', organizationId)
    .where('id', '=', releaseId)
    .execute();
}

export async function deleteExpiredUpdateTickets(database: Database, now: Date): Promise<void> {
  await database.global.deleteFrom('coreUpdateTickets').where('expiresAt', '<', now).execute();
}
