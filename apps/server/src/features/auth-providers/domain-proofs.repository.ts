import { sql, type Selectable } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type DomainProofRow = Selectable<Schema['domainProofs']>;

export async function listProofs(trx: Work, organizationId: string): Promise<DomainProofRow[]> {
  return trx.selectFrom('domainProofs').selectAll().where('organizationId', '=', organizationId).execute();
}

export async function findProof(
  trx: Work,
  organizationId: string,
  domain: string,
): Promise<DomainProofRow | undefined> {
  return trx
    .selectFrom('domainProofs')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('domain', '=', domain)
    .executeTakeFirst();
}

/** Keeps what a look at the DNS brought, and lets the sign-in page know. */
export async function saveProof(trx: Work, row: DomainProofRow): Promise<void> {
  const { organizationId, domain: _domain, ...found } = row;
  await trx
    .insertInto('domainProofs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organizationId', 'domain']).doUpdateSet(found))
    .execute();
  await listProvedDomains(trx, organizationId);
}

/** Writes down where the sign-in page looks which domains of each provider are proved. */
export async function listProvedDomains(trx: Work, organizationId: string): Promise<void> {
  await sql`
    update auth_provider_directory d set proved_domains = array(
      select p.domain from domain_proofs p where p.organization_id = ${organizationId} and p.proved_at is not null and p.domain = any (d.domains))
    where d.organization_id = ${organizationId}`.execute(trx);
}

/** Of some domains, those of which everybody with an account here is a member, and somebody is. */
export async function domainsOfMembersOnly(
  trx: Work,
  organizationId: string,
  domains: readonly string[],
): Promise<string[]> {
  if (domains.length === 0) return [];
  const { rows } = await sql<{ domain: string }>`
    select split_part(u.email, '@', 2) as domain from auth."user" u
      left join memberships m on m.organization_id = ${organizationId} and m.user_id = u.id
    where split_part(u.email, '@', 2) = any (${[...domains]}::text[])
    group by 1 having bool_and(m.user_id is not null) and bool_or(u."emailVerified")`.execute(trx);
  return rows.map(({ domain }) => domain);
}

/** Organizations with a proved domain that leads somewhere. */
export async function organizationsWithProofs(database: Database): Promise<string[]> {
  const rows = await database.global
    .selectFrom('authProviderDirectory')
    .select('organizationId')
    .distinct()
    .where(sql<boolean>`proved_domains <> '{}'`)
    .execute();
  return rows.map(({ organizationId }) => organizationId);
}
