import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** Name of the person who talks, as others of the organization read it. */
export async function nameOf(trx: Work, organizationId: string, userId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select u.name from auth."user" u join organizations o on o.id = ${organizationId}::uuid where u.id::text = ${userId}::text`.execute(
    trx,
  );
  return rows[0]?.name ?? '';
}
