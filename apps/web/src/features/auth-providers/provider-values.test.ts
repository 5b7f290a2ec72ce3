import { authProviderInput } from '@sightline/contracts/auth-providers/auth-provider';
import { describe, expect, it } from 'vitest';
import { fieldOfPath, inputOf, keepTyped, valuesOf, type ProviderValues } from './provider-values.ts';
import { wrongFields } from './wrong-fields.ts';

/** What the contract itself says. */
const refused = (values: ProviderValues) => [
  ...new Set(
    (authProviderInput.safeParse(inputOf(values)).error?.issues ?? []).map(({ path }) => fieldOfPath(path.join('.'))),
  ),
];

const sorted = (fields: readonly unknown[]): string[] =>
  fields.map(String).toSorted((one, other) => one.localeCompare(other));

const oidc = {
  ...valuesOf('oidc'),
  name: ' Company ',
  domains: '@Example.org,\nexample.com example.org',
  oidc: { issuer: 'https://id.example.org ', clientId: 'sightline', scopes: 'openid  email' },
};

describe('the form of a provider', () => {
  it.each([
    valuesOf('oidc'),
    valuesOf('saml'),
    { ...oidc, domains: 'not a domain!' },
    {
      ...oidc,
      name: 'a'.repeat(121),
      clientSecret: 'a'.repeat(1001),
      oidc: { ...oidc.oidc, scopes: 'open;id "x"', clientId: 'a'.repeat(301) },
    },
    { ...oidc, name: 'a\u0007b', domains: `${'a'.repeat(250)}.example`, oidc: { ...oidc.oidc, issuer: 'company' } },
    { ...oidc, domains: Array.from({ length: 51 }, (_, at) => `d${String(at)}.example`).join(' ') },
  ])('names exactly the fields that the contract refuses (%#)', (values) => {
    expect(sorted(wrongFields(values))).toEqual(sorted(refused(values)));
    expect(wrongFields(values)).not.toEqual([]);
  });

  it('finds the field of a path that the server names, and no field for others', () => {
    expect(fieldOfPath('provider.domains.3')).toBe('domains');
    expect(fieldOfPath('saml.certificate')).toBe('saml.certificate');
    expect(fieldOfPath('revision')).toBeUndefined();
  });

  it('sends no secret where none was typed, so that the stored one stays', () => {
    expect(inputOf(oidc)).not.toHaveProperty('clientSecret');
    expect(inputOf({ ...oidc, clientSecret: 'abc' })).toMatchObject({ clientSecret: 'abc' });
  });

  it('reads domains and scopes however they were separated', () => {
    expect(wrongFields(oidc)).toEqual([]);
    expect(inputOf(oidc)).toMatchObject({
      name: 'Company',
      domains: ['example.org', 'example.com'],
      oidc: { issuer: 'https://id.example.org', scopes: ['openid', 'email'] },
    });
  });

  it('keeps what was typed when somebody else saved meanwhile, and shows what they saved in all other fields', () => {
    const typed = { ...oidc, name: 'Mine', oidc: { ...oidc.oidc, clientId: 'mine' } };
    const fresh = {
      ...oidc,
      name: 'Theirs',
      domains: 'theirs.example',
      admitsNewUsers: true,
      oidc: { ...oidc.oidc, clientId: 'theirs', scopes: 'openid' },
    };
    expect(keepTyped(fresh, typed, oidc)).toEqual({
      ...fresh,
      name: 'Mine',
      oidc: { ...fresh.oidc, clientId: 'mine' },
    });
    expect(keepTyped(fresh, oidc, oidc)).toEqual(fresh);
  });
});
