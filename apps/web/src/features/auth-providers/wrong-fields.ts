import type { AuthProviderInput } from '@sightline/contracts/auth-providers/auth-provider';
import {
  domainPattern,
  providerLimits as most,
  scopePattern,
} from '@sightline/contracts/auth-providers/provider-limits';
import { inputOf, type ProviderField, type ProviderValues } from './provider-values.ts';

type Verdicts = Partial<Record<ProviderField, boolean>>;

const isText = (text: string, longest: number): boolean => text !== '' && text.length <= longest;

const isAddress = (text: string): boolean => text.length <= most.address && URL.canParse(text);

const ofKind = (input: AuthProviderInput): Verdicts => {
  if (input.kind === 'saml') {
    const { entryPoint, idpIssuer, certificate } = input.saml;
    return {
      'saml.entryPoint': isAddress(entryPoint),
      'saml.idpIssuer': isText(idpIssuer, most.entityId),
      'saml.certificate': isText(certificate, most.certificate),
    };
  }
  const { issuer, clientId, scopes } = input.oidc;
  return {
    'oidc.issuer': isAddress(issuer),
    'oidc.clientId': isText(clientId, most.clientId),
    'oidc.scopes': scopes.length <= most.scopes && scopes.every((scope) => scopePattern.test(scope)),
    clientSecret: (input.clientSecret ?? '').length <= most.clientSecret,
  };
};

/** Fields that the server would refuse, as far as a browser can tell: the schemas of the contract stay out of the page. */
export const wrongFields = (values: ProviderValues): ProviderField[] => {
  const input = inputOf(values);
  const { name, domains, defaultGroupIds } = input;
  const verdicts: Verdicts = {
    name: isText(name, most.name) && !/\p{Cc}/u.test(name),
    domains:
      domains.length <= most.domains &&
      domains.every((domain) => domain.length <= most.domain && domainPattern.test(domain)),
    defaultGroupIds: defaultGroupIds.length <= most.groups,
    ...ofKind(input),
  };
  return (Object.keys(verdicts) as ProviderField[]).filter((field) => verdicts[field] === false);
};
