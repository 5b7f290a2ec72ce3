import { z } from 'zod';
import { email } from '../accounts/credentials.ts';
import { defineCall } from '../shared/call.ts';
import { idParams } from '../shared/ids.ts';
import { authProvider, authProviderInput, domainProof, offeredProvider } from './auth-provider.ts';
import { providerLimits } from './provider-limits.ts';

const redirectUrl = z.string().max(2000).optional().describe('path inside the application to come back to');

export const authProvidersCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/auth-providers',
    permission: 'OrganizationEdit',
    summary: 'Lists the providers of the organization, also those that cannot be reached just now.',
    output: z.object({ items: z.array(authProvider) }),
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/auth-providers',
    permission: 'OrganizationEdit',
    summary:
      'Adds a provider. It is kept although it cannot be reached. Demands everything that administrators hold: who decides what a provider says can come in as anybody.',
    body: authProviderInput,
    output: authProvider,
    status: 201,
    errors: ['address_refused', 'certificate_invalid', 'too_many', 'grant_exceeds_own'],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/v1/auth-providers/{id}',
    permission: 'OrganizationEdit',
    summary:
      'Replaces the settings of a provider; an absent secret stays, unless the issuer changed. Demands everything that administrators hold.',
    params: idParams,
    body: z.object({ provider: authProviderInput, revision: z.number().int() }),
    output: authProvider,
    errors: ['address_refused', 'certificate_invalid', 'conflict', 'grant_exceeds_own', 'last_administrator'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/auth-providers/{id}',
    permission: 'OrganizationEdit',
    summary:
      'Removes a provider and the identities that came through it. Refused where it is the only way left for the last administrator.',
    params: idParams,
    output: z.object({}),
    errors: ['last_administrator'],
  }),
  test: defineCall({
    method: 'POST',
    path: '/api/v1/auth-providers/{id}/test',
    permission: 'OrganizationEdit',
    summary: 'Asks the provider now: discovery for OpenID Connect, certificate and address for SAML.',
    params: idParams,
    output: z.object({ isReachable: z.boolean(), failure: z.string().nullable() }),
  }),
  proveDomain: defineCall({
    method: 'POST',
    path: '/api/v1/auth-providers/{id}/prove-domain',
    permission: 'OrganizationEdit',
    summary:
      'Looks in the DNS now whether a domain of the provider carries the record that proves it. Demands UserManage, too.',
    params: idParams,
    body: z.object({ domain: z.string().max(providerLimits.domain) }),
    output: domainProof,
    errors: ['rate_limited'],
  }),
  offered: defineCall({
    method: 'POST',
    path: '/api/v1/auth-providers/offered',
    permission: 'public',
    summary:
      'Answers the providers for an address by its domain: those of organizations that proved the domain. Nothing depends on whether the address has an account. Who is signed in is also answered those of the active organization.',
    body: z.object({ email }),
    output: z.object({ items: z.array(offeredProvider) }),
    errors: ['rate_limited'],
  }),
  named: defineCall({
    method: 'GET',
    path: '/api/v1/auth-providers/{id}/offer',
    permission: 'public',
    summary:
      'Answers what the login page shows of one provider: for the link that an organization gives its people, and for a browser that came by it before.',
    params: idParams,
    output: offeredProvider,
    errors: ['rate_limited'],
  }),
  begin: defineCall({
    method: 'POST',
    path: '/api/v1/auth-providers/{id}/begin',
    permission: 'public',
    summary:
      'Answers the address to send the browser to. With `link` the provider is linked to the account that is signed in here. The browser gets a cookie that binds the answer to it.',
    params: idParams,
    body: z.object({ redirectUrl, link: z.boolean().default(false) }),
    output: z.object({ url: z.url() }),
    errors: ['provider_unreachable', 'sign_in_method_refused', 'rate_limited'],
  }),
};
