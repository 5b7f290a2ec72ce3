import { oidcSettings, samlSettings, type OfferedProvider } from '@sightline/contracts/auth-providers/auth-provider';
import { AppError } from '@sightline/contracts/shared/errors';
import { isSharedMailDomain } from '@sightline/domain/auth-providers/shared-mail-domains';
import type { Database } from '../../platform/database/database.ts';
import * as repository from './auth-providers.repository.ts';
import type { DomainProofs } from './domain-proofs.ts';

const maxOffered = 10;
const maxLookedAt = 200;

interface OfferedDeps {
  database: Database;
  proofs: DomainProofs;
  isSignUpOpen: boolean;
}

/**
 * Providers for an address, by its domain alone: anybody can write a domain down, so it counts once it is proved. Whose
 * the address is plays no part: what is answered and in which order would tell it. Who is signed in knows the own organization, and
 * may link its providers by any domain.
 */
export async function offeredProviders(
  deps: OfferedDeps,
  { email, organizationId: own }: { email: string; organizationId: string | null },
): Promise<OfferedProvider[]> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const isShared = isSharedMailDomain(domain);
  if (isShared && own === null) return [];
  const lookedAt = { limit: maxLookedAt };
  const proved = isShared ? [] : await repository.findByDomain(deps.database, domain, { ...lookedAt, isProved: true });
  // A record says whose the domain is; beside it the members that anybody else has there say nothing.
  const countsMembers = !deps.isSignUpOpen && !isShared && proved.length === 0;
  const claimed =
    countsMembers || own !== null
      ? await repository.findByDomain(deps.database, domain, { ...lookedAt, isProved: false })
      : [];
  const items: OfferedProvider[] = [];
  for (const { id, organizationId } of [
    ...proved,
    ...claimed.filter((place) => proved.every((known) => known.id !== place.id)),
  ]) {
    if (items.length === maxOffered) break;
    const isTheirs = organizationId === own || proved.some((known) => known.id === id);
    if (!isTheirs && !(countsMembers && (await deps.proofs.isMembersOnly({ organizationId, domain })))) continue;
    const item = await offerOf(deps, { organizationId, id });
    if (item) items.push(item);
  }
  return items;
}

/** One provider, for who was given its link or came by it before. Throws `not_found`, also where it may not be used. */
export async function namedProvider(deps: { database: Database }, id: string): Promise<OfferedProvider> {
  const organizationId = await repository.findPlace(deps.database, id);
  const item = organizationId === null ? null : await offerOf(deps, { organizationId, id });
  if (!item) throw new AppError('not_found');
  return item;
}

async function offerOf(
  { database }: { database: Database },
  { organizationId, id }: { organizationId: string; id: string },
): Promise<OfferedProvider | null> {
  return database.withOrganization(organizationId, async (trx) => {
    const rule = await repository.findOrganizationRule(trx, organizationId);
    const row = await repository.findProvider(trx, organizationId, id);
    if (!row || !rule?.allowsProviders) return null;
    return { id, kind: row.kind, name: row.name, organizationName: rule.name, host: hostOf(row) };
  });
}

const hostOf = ({ kind, settings }: repository.ProviderRow): string =>
  new URL(kind === 'oidc' ? oidcSettings.parse(settings).issuer : samlSettings.parse(settings).entryPoint).host;
