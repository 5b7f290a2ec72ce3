import { AppError } from '@sightline/contracts/shared/errors';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import * as repository from './auth-providers.repository.ts';
import { browserCookie } from './browser-cookie.ts';
import { takeCode } from './provider-requests.repository.ts';

export { expiringCertificates } from './expiring-certificates.ts';
export { signInUrlOf } from './auth-providers.presenter.ts';
export { createDomainProofs, fadingDomains, type DomainProofs } from './domain-proofs.ts';
export { hasWayIn, organizationsWithWayIn } from './provider-admission.repository.ts';
export { deleteExpired as deleteExpiredProviderSignIns } from './provider-requests.repository.ts';

/** Somebody whom a provider of one organization has let in; worth nothing in any other organization. */
export interface ProvenByProvider {
  userId: string;
  authProviderId: string;
  providerOrganizationId: string;
}

/**
 * Takes the code that a finished sign-in brought to the login page: once, within a minute, by the browser that began
 * it. Throws `provider_sign_in_failed`, also when the provider was switched off meanwhile.
 */
export async function redeemProviderCode(
  { database, clock }: { database: Database; clock: Clock },
  { code, request }: { code: string; request: FastifyRequest },
): Promise<ProvenByProvider> {
  const browser = browserCookie.read(request);
  const found = browser === null ? null : await takeCode(database, { code, browser, nowMs: clock() });
  if (!found || (await repository.findPlace(database, found.providerId)) !== found.organizationId)
    throw new AppError('provider_sign_in_failed');
  return { userId: found.userId, authProviderId: found.providerId, providerOrganizationId: found.organizationId };
}
