import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import { rememberFormerMembers } from './former-members.repository.ts';

/** Small things that do not go by themselves with the organization, in an order in which nothing is left that points to what is gone. */
const first = [
  'exports',
  'gaps',
  'operations',
  'shared_entities',
  'camera_streams',
  'cameras',
  'core_notices',
  'edge_cursors',
  'edges',
  'secrets',
  'grants',
  'locations',
];
/** Directories outside the fence. */
const directories = ['claim_codes', 'edge_identities', 'upload_tickets', 'support_ends', 'invite_links'];
/** What can be millions of rows goes later, in pieces. */
const large = ['event_vectors', 'event_details', 'events', 'alerts'];
const pieceRows = 5_000;

/** True when the organization has cores that were not deleted. */
export async function hasCores(trx: Work, organizationId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('edges')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes an organization with everything of it; events and files follow by `purgeDeleted`. Who did it stays known. */
export async function deleteOrganization(
  trx: Work,
  gone: { organizationId: string; name: string; deletedBy: string },
): Promise<void> {
  const { organizationId } = gone;
  await rememberFormerMembers(trx, organizationId, null);
  await trx.insertInto('deletedOrganizations').values(gone).execute();
  for (const table of [...first, ...directories])
    await sql`delete from ${sql.table(table)} where organization_id = ${organizationId}`.execute(trx);
  await trx.deleteFrom('organizations').where('id', '=', organizationId).execute();
}

/** Deleted organizations of which something is still there. */
export async function notPurged(database: Database): Promise<string[]> {
  const rows = await database.global
    .selectFrom('deletedOrganizations')
    .select('organizationId')
    .where('filesRemovedAt', 'is', null)
    .execute();
  return rows.map((row) => row.organizationId);
}

/** Deletes some of what was left of an organization; false once nothing is. */
export async function purgePiece(database: Database, organizationId: string): Promise<boolean> {
  return database.withOrganization(organizationId, async (trx) => {
    for (const table of large) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where (tableoid, ctid) in (
          select tableoid, ctid from ${sql.table(table)} where organization_id = ${organizationId} limit ${pieceRows})`.execute(
        trx,
      );
      if (numAffectedRows > 0n) return true;
    }
    return false;
  });
}

export async function markPurged(database: Database, organizationId: string, at: Date): Promise<void> {
  await database.global
    .updateTable('deletedOrganizations')
    .set({ filesRemovedAt: at })
    .where('organizationId', '=', organizationId)
    .execute();
}
