import type { AuthProvider, DomainProof } from '@sightline/contracts/auth-providers/auth-provider';
import { oidcSettings, samlSettings } from '@sightline/contracts/auth-providers/auth-provider';
import type { ProviderRow } from './auth-providers.repository.ts';

/** Addresses of ours that a provider is told. */
export interface ProviderUrls {
  redirectUrl: string;
  assertionUrl: string;
  /** Also our name towards a SAML provider. */
  metadataUrl: string;
}

export function urlsOf(serverUrl: string, id: string): ProviderUrls {
  const base = `${serverUrl.replace(/\/$/, '')}/api/v1/auth-providers/${id}`;
  return { redirectUrl: `${base}/callback`, assertionUrl: `${base}/assertion`, metadataUrl: `${base}/metadata` };
}

/** Opens the sign-in page with one provider. */
export const signInUrlOf = (serverUrl: string, id: string): string =>
  `${serverUrl.replace(/\/$/, '')}/auth/login?provider=${id}`;

/** A provider as administrators see it; its secret is not part of it. */
export function presentProvider(
  row: ProviderRow,
  { serverUrl, domainProofs }: { serverUrl: string; domainProofs: DomainProof[] },
): AuthProvider {
  const { id, name, isEnabled, domains, admitsNewUsers, defaultGroupIds, revision } = row;
  const urls = urlsOf(serverUrl, id);
  const common = {
    id,
    name,
    isEnabled,
    domains,
    domainProofs,
    admitsNewUsers,
    defaultGroupIds,
    revision,
    signInUrl: signInUrlOf(serverUrl, id),
  };
  if (row.kind === 'saml') {
    const { assertionUrl, metadataUrl } = urls;
    return {
      ...common,
      kind: 'saml',
      saml: samlSettings.parse(row.settings),
      entityId: metadataUrl,
      assertionUrl,
      metadataUrl,
    };
  }
  return {
    ...common,
    kind: 'oidc',
    oidc: oidcSettings.parse(row.settings),
    hasSecret: row.sealedSecret !== null,
    redirectUrl: urls.redirectUrl,
    state: { isReachable: row.isReachable, checkedAt: row.checkedAt?.getTime() ?? null, failure: row.failure },
  };
}
