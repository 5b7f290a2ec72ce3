import { samlSettings } from '@sightline/contracts/auth-providers/auth-provider';
import type { Work } from '../../platform/database/database.ts';
import { listProviders } from './auth-providers.repository.ts';
import { readCertificate } from './saml-client.ts';

/** Certificates of SAML providers in use that end before then, or ended: from then on nobody comes in that way. */
export async function expiringCertificates(
  trx: Work,
  organizationId: string,
  until: Date,
): Promise<{ id: string; name: string; expiresAt: Date }[]> {
  const providers = await listProviders(trx, organizationId);
  return providers
    .filter(({ kind, isEnabled }) => kind === 'saml' && isEnabled)
    .flatMap(({ id, name, settings }) => {
      const expiresAt = new Date(readCertificate(samlSettings.parse(settings).certificate).validTo);
      return expiresAt <= until ? [{ id, name, expiresAt }] : [];
    });
}
