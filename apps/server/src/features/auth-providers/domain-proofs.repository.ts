import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export type DomainProofRow = Row<'domainProofs'>;

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

/** True where a provider of the organization leads the domain; it stays so until the transaction ends. */
export async function holdUsedDomain(trx: Work, organizationId: string, domain: string): Promise<boolean> {
  const rows = await trx
    .selectFrom('authProviders')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`${domain} = any (domains)`)
    .orderBy('id')
    .forShare()
    .execute();
  return rows.length > 0;
}

/** Forgets the proofs of domains that no provider leads any more: nobody looks at them, so they would count for ever. */
export async function forgetUnusedProofs(trx: Work, organizationId: string): Promise<void> {
  await sql`
    delete from domain_proofs p where p.organization_id = ${organizationId}
      and not exists (select 1 from auth_providers a where a.organization_id = p.organization_id and p.domain = any (a.domains))`.execute(
    trx,
  );
}

/** Proved domains whose record was not seen since `before`, and those that ran out unseen after `from`. */
export async function fadingProofs(
  trx: Work,
  organizationId: string,
  { before, from }: { before: Date; from: Date },
): Promise<{ domain: string; seenAt: Date }[]> {
  const { rows } = await sql<{ domain: string; seenAt: Date }>`
    select domain, seen_at from domain_proofs
    where organization_id = ${organizationId} and failure is not null and seen_at < ${before} and (proved_at is not null or seen_at > ${from})
    order by seen_at, domain`.execute(trx);
  return rows;
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
