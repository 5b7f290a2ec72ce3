import type { AuthProviderInput } from '@sightline/contracts/auth-providers/auth-provider';
import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { forgetUnusedProofs, listProvedDomains } from './domain-proofs.repository.ts';

export type ProviderRow = Row<'authProviders'>;

/** Columns that an administrator decides. */
export interface ProviderChange extends Pick<
  Row<'authProviders'>,
  'kind' | 'name' | 'isEnabled' | 'domains' | 'admitsNewUsers' | 'defaultGroupIds'
> {
  settings: string;
}

export const changeOf = (input: AuthProviderInput): ProviderChange => ({
  kind: input.kind,
  name: input.name,
  isEnabled: input.isEnabled,
  domains: [...new Set(input.domains)],
  admitsNewUsers: input.admitsNewUsers,
  defaultGroupIds: [...new Set(input.defaultGroupIds)],
  settings: JSON.stringify(input.kind === 'oidc' ? input.oidc : input.saml),
});

export async function listProviders(trx: Work, organizationId: string): Promise<ProviderRow[]> {
  return trx
    .selectFrom('authProviders')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export async function findProvider(trx: Work, organizationId: string, id: string): Promise<ProviderRow | undefined> {
  return trx
    .selectFrom('authProviders')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The same, held until the transaction ends. */
export async function lockProvider(trx: Work, organizationId: string, id: string): Promise<ProviderRow | undefined> {
  return trx
    .selectFrom('authProviders')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Number of providers, counted while nobody else adds one. */
export async function countProviders(trx: Work, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`auth-providers:${organizationId}`}))`.execute(trx);
  const { count } = await trx
    .selectFrom('authProviders')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertProvider(
  trx: Work,
  key: { organizationId: string; id: string },
  values: ProviderChange & { sealedSecret: Buffer | null },
): Promise<ProviderRow> {
  const row = await trx
    .insertInto('authProviders')
    .values({ ...key, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx.insertInto('authProviderDirectory').values(directoryOf(row)).execute();
  await listProvedDomains(trx, key.organizationId);
  return row;
}

/** An absent secret stays. What was known of the reachability of the old settings is forgotten. */
export async function updateProvider(
  trx: Work,
  key: { organizationId: string; id: string },
  values: ProviderChange & { sealedSecret?: Buffer | null },
): Promise<ProviderRow> {
  const row = await trx
    .updateTable('authProviders')
    .set((expression) => ({
      ...values,
      isReachable: null,
      checkedAt: null,
      failure: null,
      revision: expression('revision', '+', 1),
    }))
    .where('organizationId', '=', key.organizationId)
    .where('id', '=', key.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { id: _id, ...shown } = directoryOf(row);
  await trx.updateTable('authProviderDirectory').set(shown).where('id', '=', key.id).execute();
  await forgetUnusedProofs(trx, key.organizationId);
  await listProvedDomains(trx, key.organizationId);
  return row;
}

/** Removes a provider with the identities that came through it, and the proofs of domains that none leads any more. */
export async function deleteProvider(trx: Work, organizationId: string, id: string): Promise<void> {
  await trx.deleteFrom('authProviders').where('organizationId', '=', organizationId).where('id', '=', id).execute();
  await trx.deleteFrom('authProviderDirectory').where('id', '=', id).execute();
  await forgetUnusedProofs(trx, organizationId);
  await sql`delete from auth."account" where "providerId" = ${id}`.execute(trx);
  await trx.deleteFrom('auth.providerRequests').where('providerId', '=', id).execute();
  await trx.deleteFrom('auth.providerCodes').where('providerId', '=', id).execute();
}

/** Ends what a provider has opened; answers the sessions. */
export async function deleteSessionsOf(place: Work | Database['global'], providerId: string): Promise<string[]> {
  // Nor does one open that waits for its second factor.
  await place.deleteFrom('auth.mfaChallenges').where('authProviderId', '=', providerId).execute();
  const { rows } = await sql<{
    id: string;
  }>`delete from auth."session" where auth_provider_id = ${providerId} returning id`.execute(place);
  return rows.map(({ id }) => id);
}

const directoryOf = ({ id, organizationId, kind, name, isEnabled, domains }: ProviderRow) => ({
  id,
  organizationId,
  kind,
  name,
  isEnabled,
  domains,
});

/** Remembers what the last attempt to reach a provider brought. */
export async function setReachability(
  trx: Work,
  key: { organizationId: string; id: string; revision: number },
  state: { isReachable: boolean; failure: string | null; checkedAt: Date },
): Promise<void> {
  await trx
    .updateTable('authProviders')
    .set(state)
    .where('organizationId', '=', key.organizationId)
    .where('id', '=', key.id)
    .where('revision', '=', key.revision)
    .execute();
}

/** The organization of a provider that may be used; null for an unknown or a disabled one. */
export async function findPlace(database: Database, id: string): Promise<string | null> {
  const row = await database.global
    .selectFrom('authProviderDirectory')
    .select('organizationId')
    .where('id', '=', id)
    .where('isEnabled', '=', true)
    .executeTakeFirst();
  return row?.organizationId ?? null;
}

/** Providers that lead the addresses of a domain. `isProved`: only by domains that are proved. */
export async function findByDomain(
  database: Database,
  domain: string,
  { limit, isProved }: { limit: number; isProved: boolean },
): Promise<{ id: string; organizationId: string }[]> {
  return (
    database.global
      .selectFrom('authProviderDirectory')
      .select(['id', 'organizationId'])
      .where('isEnabled', '=', true)
      .where(
        isProved
          ? sql<boolean>`proved_domains @> array[${domain}]::text[]`
          : sql<boolean>`domains @> array[${domain}]::text[]`,
      )
      // In turns: one organization with many providers pushes nobody out.
      .orderBy(sql`row_number() over (partition by organization_id order by id)`)
      .orderBy('id')
      .limit(limit)
      .execute()
  );
}

/** Name and rule of the organization that a sign-in leads into. */
export async function findOrganizationRule(
  trx: Work,
  organizationId: string,
): Promise<{ name: string; allowsProviders: boolean; allowsPassword: boolean } | undefined> {
  return trx
    .selectFrom('organizations')
    .select(['name', 'allowsProviders', 'allowsPassword'])
    .where('id', '=', organizationId)
    .executeTakeFirst();
}
