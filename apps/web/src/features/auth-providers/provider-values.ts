import type { AuthProvider, AuthProviderInput } from '@sightline/contracts/auth-providers/auth-provider';

/** What the form of a provider holds; lists are typed as text. */
export interface ProviderValues {
  kind: 'oidc' | 'saml';
  name: string;
  isEnabled: boolean;
  domains: string;
  admitsNewUsers: boolean;
  defaultGroupIds: string[];
  oidc: { issuer: string; clientId: string; scopes: string };
  clientSecret: string;
  saml: { entryPoint: string; idpIssuer: string; certificate: string };
}

const firstScopes = 'openid email profile';

export const valuesOf = (provider: AuthProvider | 'oidc' | 'saml'): ProviderValues => {
  const empty: ProviderValues = {
    kind: typeof provider === 'string' ? provider : provider.kind,
    name: '',
    isEnabled: true,
    domains: '',
    admitsNewUsers: false,
    defaultGroupIds: [],
    oidc: { issuer: '', clientId: '', scopes: firstScopes },
    clientSecret: '',
    saml: { entryPoint: '', idpIssuer: '', certificate: '' },
  };
  if (typeof provider === 'string') return empty;
  const { name, isEnabled, domains, admitsNewUsers, defaultGroupIds } = provider;
  const common = { ...empty, name, isEnabled, domains: domains.join('\n'), admitsNewUsers, defaultGroupIds };
  if (provider.kind === 'saml') return { ...common, saml: provider.saml };
  return { ...common, oidc: { ...provider.oidc, scopes: provider.oidc.scopes.join(' ') } };
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const merged = <T extends object>(fresh: T, typed: T, base: T): T =>
  Object.fromEntries(
    (Object.keys(fresh) as (keyof T)[]).map((key) => [key, isSame(typed[key], base[key]) ? fresh[key] : typed[key]]),
  ) as T;

/** What was typed over `base` stays; what was left alone shows what somebody else saved meanwhile. */
export const keepTyped = (fresh: ProviderValues, typed: ProviderValues, base: ProviderValues): ProviderValues => ({
  ...merged(fresh, typed, base),
  oidc: merged(fresh.oidc, typed.oidc, base.oidc),
  saml: merged(fresh.saml, typed.saml, base.saml),
});

const listed = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/** What is sent; an empty secret is not, so that the stored one stays. */
export const inputOf = ({ kind, domains, oidc, saml, clientSecret, ...rest }: ProviderValues): AuthProviderInput => {
  const common = {
    ...rest,
    name: rest.name.trim(),
    domains: [...new Set(listed(domains).map((domain) => domain.replace(/^@/, '').toLowerCase()))],
  };
  if (kind === 'saml') {
    const { entryPoint, idpIssuer, certificate } = saml;
    return {
      kind,
      ...common,
      saml: { entryPoint: entryPoint.trim(), idpIssuer: idpIssuer.trim(), certificate: certificate.trim() },
    };
  }
  const secret = clientSecret.trim();
  return {
    kind,
    ...common,
    oidc: { issuer: oidc.issuer.trim(), clientId: oidc.clientId.trim(), scopes: listed(oidc.scopes) },
    ...(secret !== '' && { clientSecret: secret }),
  };
};

/** Fields of the form with texts for what is wrong with them. */
export const providerFields = [
  'name',
  'domains',
  'defaultGroupIds',
  'oidc.issuer',
  'oidc.clientId',
  'oidc.scopes',
  'clientSecret',
  'saml.entryPoint',
  'saml.idpIssuer',
  'saml.certificate',
] as const;

export type ProviderField = (typeof providerFields)[number];

/** The field of the form that a path of the call (`provider.domains.0`) is about. */
export const fieldOfPath = (path: string): ProviderField | undefined => {
  const plain = path.replace(/^provider\./, '');
  return providerFields.find((field) => plain === field || plain.startsWith(`${field}.`));
};
