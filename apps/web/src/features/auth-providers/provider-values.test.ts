import { describe, expect, it } from 'vitest';
import { fieldOfPath, inputOf, valuesOf, wrongFields } from './provider-values.ts';

const oidc = {
  ...valuesOf('oidc'),
  name: ' Company ',
  domains: '@Example.org,\nexample.com example.org',
  oidc: { issuer: 'https://id.example.org ', clientId: 'sightline', scopes: 'openid  email' },
};

describe('the form of a provider', () => {
  it('names every field that the contract refuses', () => {
    expect(wrongFields(valuesOf('oidc'))).toEqual(expect.arrayContaining(['name', 'oidc.issuer', 'oidc.clientId']));
    expect(wrongFields(valuesOf('saml'))).toEqual(expect.arrayContaining(['name', 'saml.entryPoint', 'saml.idpIssuer', 'saml.certificate']));
    expect(wrongFields({ ...oidc, domains: 'not a domain!' })).toEqual(['domains']);
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
});
