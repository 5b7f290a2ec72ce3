import { z } from 'zod';
import { id, name, utcMs } from '../shared/ids.ts';
import { domainPattern, providerLimits as most, scopePattern } from './provider-limits.ts';

/** OpenID Connect. The client secret is written, never answered. */
export const oidcSettings = z.object({
  issuer: z.url().max(most.address),
  clientId: z.string().trim().min(1).max(most.clientId),
  scopes: z.array(z.string().regex(scopePattern)).max(most.scopes).default(['openid', 'email', 'profile']),
});

/** SAML 2.0. Only signed assertions of this certificate are believed. */
export const samlSettings = z.object({
  entryPoint: z.url().max(most.address),
  idpIssuer: z.string().trim().min(1).max(most.entityId),
  certificate: z.string().trim().min(1).max(most.certificate).describe('X.509, PEM or its base64'),
});

const common = {
  name,
  isEnabled: z.boolean(),
  /** Addresses of these domains are led to this provider by the login page, once a domain is proved. They lead, and admit nobody. */
  domains: z.array(z.string().trim().toLowerCase().regex(domainPattern).max(most.domain)).max(most.domains),
  /** Whoever the provider knows and this organization does not becomes a member, with these groups. Off: only invited people and members. */
  admitsNewUsers: z.boolean(),
  defaultGroupIds: z.array(id).max(most.groups),
};

/**
 * Whether a domain is the organization's, so that the login page leads its addresses: `proved` by a TXT record, `members`
 * where accounts are made by invitation only and everybody here with an address of it is a member; `shared` is one of a public mail
 * service, which leads nobody.
 */
export const domainProof = z.object({
  domain: z.string(),
  state: z.enum(['proved', 'members', 'unproved', 'shared']),
  /** The TXT record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
  checkedAt: utcMs.nullable(),
  /** What the last look found instead of the record. */
  failure: z.enum(['record_missing', 'dns_failed']).nullable(),
});

const shown = {
  domainProofs: z.array(domainProof),
  /** Opens the login page with this provider, whatever the address of whoever follows it. */
  signInUrl: z.string(),
};

/** A way of signing in at somebody else's, of one organization. */
export const authProvider = z.discriminatedUnion('kind', [
  z.object({
    id,
    kind: z.literal('oidc'),
    ...common,
    ...shown,
    oidc: oidcSettings,
    hasSecret: z.boolean(),
    redirectUrl: z.string(),
    state: z.object({
      isReachable: z.boolean().nullable(),
      checkedAt: utcMs.nullable(),
      failure: z.string().nullable(),
    }),
    revision: z.number().int(),
  }),
  z.object({
    id,
    kind: z.literal('saml'),
    ...common,
    ...shown,
    saml: samlSettings,
    entityId: z.string(),
    assertionUrl: z.string(),
    metadataUrl: z.string(),
    revision: z.number().int(),
  }),
]);

const inputs = {
  name,
  isEnabled: z.boolean().default(true),
  domains: common.domains.default([]),
  admitsNewUsers: z.boolean().default(false),
  defaultGroupIds: common.defaultGroupIds.default([]),
};

/** What an administrator types. An absent secret stays as it was. */
export const authProviderInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('oidc'),
    ...inputs,
    oidc: oidcSettings,
    clientSecret: z.string().min(1).max(most.clientSecret).optional(),
  }),
  z.object({ kind: z.literal('saml'), ...inputs, saml: samlSettings }),
]);

/** What the login page offers: the name is anybody's choice, so it comes with whose it is and where it leads. */
export const offeredProvider = z.object({
  id,
  kind: z.enum(['oidc', 'saml']),
  name: z.string(),
  organizationName: z.string(),
  host: z.string().describe('host of the page where one signs in'),
});

export type AuthProvider = z.infer<typeof authProvider>;
export type AuthProviderInput = z.infer<typeof authProviderInput>;
export type DomainProof = z.infer<typeof domainProof>;
export type OfferedProvider = z.infer<typeof offeredProvider>;
