import { X509Certificate } from 'node:crypto';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { samlSettings } from '@sightline/contracts/auth-providers/auth-provider';
import { AppError } from '@sightline/contracts/shared/errors';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock/clock.ts';
import { SignInRefusal, type AssertedPerson } from './asserted-person.ts';
import { readAssertion, skewMs } from './saml-assertion.ts';

export interface SamlProvider {
  settings: z.infer<typeof samlSettings>;
  entityId: string;
  assertionUrl: string;
}

/** Reads a certificate as PEM or as the base64 that providers show. Throws `certificate_invalid`. */
export function readCertificate(text: string): X509Certificate {
  const body = text.replaceAll(/-----(BEGIN|END) CERTIFICATE-----|\s/g, '');
  try {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(body)) throw new Error('not base64');
    return new X509Certificate(Buffer.from(body, 'base64'));
  } catch (error) {
    throw new AppError('certificate_invalid', { fields: ['saml.certificate'] }, { cause: error });
  }
}

function samlOf({ settings, entityId, assertionUrl }: SamlProvider, requestId = ''): SAML {
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: assertionUrl,
    entryPoint: settings.entryPoint,
    idpCert: readCertificate(settings.certificate).toString(),
    idpIssuer: settings.idpIssuer,
    wantAssertionsSigned: true,
    // The assertion is what is believed. Whatever stands around it is read from nowhere.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: skewMs,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    // Which request is answered is checked by us, against the one of this browser.
    validateInResponseTo: ValidateInResponseTo.never,
    generateUniqueId: () => requestId,
  });
}

/** The address to send the browser to, with the request in it. */
export const samlRequestUrl = (
  provider: SamlProvider,
  { requestId, state }: { requestId: string; state: string },
): Promise<string> => samlOf(provider, requestId).getAuthorizeUrlAsync(state, undefined, {});

/** What the provider's administrator needs of us, as XML. */
export const samlMetadata = (provider: SamlProvider): string =>
  samlOf(provider).generateServiceProviderMetadata(null, null);

/** Whom a response asserts. Throws `SignInRefusal` for anything that is not signed, meant for us, now and for this request. */
export async function readResponse(
  provider: SamlProvider,
  { response, requestId, clock }: { response: string; requestId: string; clock: Clock },
): Promise<{ person: AssertedPerson; id: string; expiresAtMs: number }> {
  const profile = await validated(provider, response);
  return readAssertion(profile.getAssertion?.(), {
    issuer: provider.settings.idpIssuer,
    audience: provider.entityId,
    recipient: provider.assertionUrl,
    requestId,
    nowMs: clock(),
  });
}

async function validated(provider: SamlProvider, response: string) {
  try {
    const { profile } = await samlOf(provider).validatePostResponseAsync({ SAMLResponse: response });
    if (!profile) throw new Error('no assertion');
    return profile;
  } catch (error) {
    throw new SignInRefusal(error instanceof Error ? error.message.slice(0, 200) : 'response_invalid', {
      cause: error,
    });
  }
}
