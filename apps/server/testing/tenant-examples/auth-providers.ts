import type { TenantExamples } from '../tenant-things.ts';

// A number and no name: nothing is asked where it leads.
const provider = {
  kind: 'oidc',
  name: 'Provider',
  oidc: { issuer: 'https://192.88.0.1', clientId: 'c' },
  clientSecret: 'a secret',
  domains: ['corp.example'],
};

export const tenantExamples: TenantExamples = {
  'authProviders.list': () => ({}),
  'authProviders.create': () => ({ body: provider }),
  'authProviders.update': ({ authProviderId }) => ({ params: { id: authProviderId }, body: { provider, revision: 1 } }),
  'authProviders.remove': ({ authProviderId }) => ({ params: { id: authProviderId } }),
  'authProviders.test': ({ authProviderId }) => ({ params: { id: authProviderId } }),
  'authProviders.proveDomain': ({ authProviderId }) => ({
    params: { id: authProviderId },
    body: { domain: 'corp.example' },
  }),
  'authProviders.named': ({ authProviderId }) => ({ params: { id: authProviderId } }),
  'authProviders.offered': () => ({ body: { email: 'a@example.com' } }),
  'authProviders.begin': ({ authProviderId }) => ({ params: { id: authProviderId }, body: { redirectUrl: '/' } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'authProviders.begin': 'a question; the sign-in that follows stands in the audit',
  'authProviders.offered': 'a question',
  'authProviders.test': 'a question',
};
