import type { z } from 'zod';
import type { oidcSettings } from '@sightline/contracts/auth-providers/auth-provider';
import { AppError } from '@sightline/contracts/shared/errors';
import * as client from 'openid-client';
import type { Clock } from '../../platform/clock/clock.ts';
import { EgressFailure, type Egress } from '../../platform/egress/egress.ts';
import { emailOf, nameOf, SignInRefusal, type AssertedPerson } from './asserted-person.ts';

const keepMs = 10 * 60_000;
const timeoutSeconds = 10;
const toleranceSeconds = 5 * 60;
const retryAfterMs = 300;

export interface OidcProvider {
  id: string;
  revision: number;
  settings: z.infer<typeof oidcSettings>;
  secret: string | null;
}

/** What is remembered between sending the browser away and its coming back. */
export interface OidcMemory {
  verifier: string;
  nonce: string;
}

interface OidcClientDeps {
  egress: Egress;
  clock: Clock;
}

/** Signing in by OpenID Connect: authorization code with PKCE, state and nonce. */
export type OidcClient = ReturnType<typeof createOidcClient>;

/**
 * Providers are asked for their addresses when somebody signs in, not when the server starts: one that is down then is
 * only down. Throws `provider_unreachable` with the reason in its data, and `SignInRefusal`.
 */
export function createOidcClient(deps: OidcClientDeps) {
  const known = new Map<string, { revision: number; atMs: number; configuration: client.Configuration }>();

  const configurationOf = async (provider: OidcProvider, isFresh = false): Promise<client.Configuration> => {
    const kept = known.get(provider.id);
    if (!isFresh && kept?.revision === provider.revision && deps.clock() - kept.atMs < keepMs)
      return kept.configuration;
    const configuration = await discoverTwice(deps, provider);
    known.set(provider.id, { revision: provider.revision, atMs: deps.clock(), configuration });
    return configuration;
  };

  return {
    /** Asks the provider anew. Throws `provider_unreachable`. */
    test: async (provider: OidcProvider): Promise<void> => void (await configurationOf(provider, true)),
    begin: async (
      provider: OidcProvider,
      { redirectUri, state }: { redirectUri: string; state: string },
    ): Promise<{ url: string; memory: OidcMemory }> => {
      const configuration = await configurationOf(provider);
      const memory = { verifier: client.randomPKCECodeVerifier(), nonce: client.randomNonce() };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: [...new Set(['openid', ...provider.settings.scopes])].join(' '),
        state,
        nonce: memory.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(memory.verifier),
        code_challenge_method: 'S256',
      });
      if (url.protocol !== 'https:' && url.protocol !== 'http:') throw unreachable('answer_invalid');
      return { url: url.href, memory };
    },
    /** `callback`: the address that the browser came back to, with everything in its query. */
    finish: async (
      provider: OidcProvider,
      { callback, state, memory }: { callback: URL; state: string; memory: OidcMemory },
    ): Promise<AssertedPerson> => {
      const configuration = await configurationOf(provider);
      return personOf(configuration, await grantOf(configuration, { callback, state, memory }));
    },
  };
}

const unreachable = (reason: string, cause?: unknown): AppError =>
  new AppError('provider_unreachable', { reason }, { cause });

/** One hiccup of a network does not end a sign-in; what is wrong, or already cost all the time there was, is not asked again. */
const isPassing = (error: unknown): boolean =>
  error instanceof AppError && ['connection_failed', 'dns_failed'].includes(String(error.data['reason'] as string));

async function discoverTwice(deps: OidcClientDeps, provider: OidcProvider): Promise<client.Configuration> {
  try {
    return await discover(deps, provider);
  } catch (error) {
    if (!isPassing(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    return discover(deps, provider);
  }
}

async function discover({ egress }: OidcClientDeps, { settings, secret }: OidcProvider): Promise<client.Configuration> {
  try {
    return await client.discovery(
      new URL(settings.issuer),
      settings.clientId,
      { [client.clockTolerance]: toleranceSeconds },
      authOf(secret),
      {
        // Plain HTTP is for the way out to decide: it goes only to places that whoever runs the server listed.
        execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
        timeout: timeoutSeconds,
        [client.customFetch]: async (url, { method, headers, body, signal }) =>
          egress.fetch(url, {
            method,
            headers,
            signal,
            ...(body === undefined || body === null ? {} : { body: String(body as string | URLSearchParams) }),
          }),
      },
    );
  } catch (error) {
    throw unreachable(reasonOf(error), error);
  }
}

const causesOf = (error: unknown): unknown[] => (error instanceof Error ? [error, ...causesOf(error.cause)] : [error]);

function reasonOf(error: unknown): string {
  for (const cause of causesOf(error)) {
    if (cause instanceof EgressFailure) return cause.reason;
    if (cause instanceof AppError) return cause.code;
    if (cause instanceof DOMException && cause.name === 'TimeoutError') return 'timed_out';
  }
  return 'answer_invalid';
}

const isAway = (error: unknown): boolean => reasonOf(error) !== 'answer_invalid';

/** As the provider wants the secret; the standard's own default is the header. */
function authOf(secret: string | null): client.ClientAuth {
  if (secret === null) return client.None();
  const [post, basic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

async function grantOf(
  configuration: client.Configuration,
  { callback, state, memory }: { callback: URL; state: string; memory: OidcMemory },
): Promise<Tokens> {
  try {
    return await client.authorizationCodeGrant(configuration, callback, {
      expectedState: state,
      expectedNonce: memory.nonce,
      pkceCodeVerifier: memory.verifier,
      idTokenExpected: true,
    });
  } catch (error) {
    if (isAway(error)) throw unreachable(reasonOf(error), error);
    const { code = 'token_refused' } = error as { code?: string };
    throw new SignInRefusal(code, { cause: error });
  }
}

async function personOf(configuration: client.Configuration, tokens: Tokens): Promise<AssertedPerson> {
  const claims = tokens.claims();
  if (claims === undefined) throw new SignInRefusal('no_id_token');
  const told =
    emailOf(claims['email']) === null
      ? { ...claims, ...(await userInfoOf(configuration, tokens.access_token, claims.sub)) }
      : claims;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: emailOf(told['email']),
    isEmailVerified: told['email_verified'] === true || told['email_verified'] === 'true',
    name:
      nameOf(told['name']) ??
      nameOf([told['given_name'], told['family_name']].filter((part) => typeof part === 'string').join(' ')),
  };
}

/** Many providers keep the address out of the token and tell it here; its subject must be the same. */
async function userInfoOf(
  configuration: client.Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return await client.fetchUserInfo(configuration, accessToken, subject);
  } catch (error) {
    if (isAway(error)) throw unreachable(reasonOf(error), error);
    throw new SignInRefusal('userinfo_refused', { cause: error });
  }
}
