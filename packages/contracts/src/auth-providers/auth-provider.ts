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
  /** Addresses of these domains are led to this provider by the login page; each domain is proved by nobody, so it only leads, never admits. */
  domains: z.array(z.string().trim().toLowerCase().regex(domainPattern).max(most.domain)).max(most.domains),
  /** Whoever the provider knows and this organization does not becomes a member, with these groups. Off: only invited people and members. */
  admitsNewUsers: z.boolean(),
  defaultGroupIds: z.array(id).max(most.groups),
};

/** A way of signing in at somebody else's, of one organization. */
export const authProvider = z.discriminatedUnion('kind', [
  z.object({
    id,
    kind: z.literal('oidc'),
    ...common,
    oidc: oidcSettings,
    hasSecret: z.boolean(),
    redirectUrl: z.string(),
    state: z.object({ isReachable: z.boolean().nullable(), checkedAt: utcMs.nullable(), failure: z.string().nullable() }),
    revision: z.number().int(),
  }),
  z.object({
    id,
    kind: z.literal('saml'),
    ...common,
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
  z.object({ kind: z.literal('oidc'), ...inputs, oidc: oidcSettings, clientSecret: z.string().min(1).max(most.clientSecret).optional() }),
  z.object({ kind: z.literal('saml'), ...inputs, saml: samlSettings }),
]);

/** What the login page offers. */
export const offeredProvider = z.object({ id, kind: z.enum(['oidc', 'saml']), name: z.string(), organizationName: z.string() });

export type AuthProvider = z.infer<typeof authProvider>;
export type AuthProviderInput = z.infer<typeof authProviderInput>;
export type OfferedProvider = z.infer<typeof offeredProvider>;
