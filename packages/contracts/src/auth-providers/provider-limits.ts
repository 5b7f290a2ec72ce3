/** What the contract takes of a provider, as plain values: screens check forms by them without the schemas. Lengths in characters. */
export const providerLimits = {
  name: 120,
  domains: 50,
  domain: 253,
  groups: 50,
  address: 500,
  clientId: 300,
  clientSecret: 1000,
  scopes: 20,
  entityId: 500,
  certificate: 20_000,
} as const;

/** A scope of OpenID Connect. */
export const scopePattern = /^[\w:./-]{1,100}$/;

/** A domain of addresses, lower case, with at least one dot. */
export const domainPattern = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
