import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';

/** The organization of the installation, in whose audit the work of its staff stands; null until it has one. */
export async function installationOrganization(database: Database): Promise<string | null> {
  const row = await database.global.selectFrom('installation').select('defaultOrganizationId').executeTakeFirst();
  return row?.defaultOrganizationId ?? null;
}

/** Marks an organization as the one of the installation, or takes the mark away. Answers whether there is such an organization. */
export async function markDefault(trx: Work, organizationId: string, isDefault: boolean): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('organizations')
    .set({ isDefault })
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setInstallationOrganization(trx: Work, organizationId: string): Promise<void> {
  await sql`
    insert into installation (default_organization_id) values (${organizationId}::uuid)
    on conflict (is_only) do update set default_organization_id = excluded.default_organization_id`.execute(trx);
}
