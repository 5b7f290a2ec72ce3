import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import {
  peoplePage,
  sendPage,
  startIdentityHost,
  type IdentityFault,
  type IdentityHost,
  type IdentityPerson,
  type IdentityState,
} from './identity-host.ts';

/** An OpenID Connect provider with people in it, and switches for everything that can be wrong with one. */
export interface OidcSimulator {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who signs in without being asked; null: whoever is clicked. */
  signInAs(subject: string | null): void;
  /** Adds a person, or changes the one with this subject. */
  know(person: IdentityPerson): void;
  setFault(fault: IdentityFault, value?: string | null): void;
  /** How often each path was asked for. */
  asked(path: string): number;
  stop(): Promise<void>;
}

interface Keys {
  right: KeyObject;
  other: KeyObject;
}

const keyId = 'simulated';
const minute = 60;
const lifeSeconds = 60 * minute;
const clientId = 'sightline';
const clientSecret = 'the secret of the simulated client';

const makeKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(claims: Record<string, unknown>, key: KeyObject): string {
  const head = `${encoded({ alg: 'RS256', typ: 'JWT', kid: keyId })}.${encoded(claims)}`;
  return `${head}.${sign('RSA-SHA256', Buffer.from(head), key).toString('base64url')}`;
}

/** The token as it is, or as the switches want it to be. */
function spoiled(token: string, state: IdentityState, keys: Keys): string {
  const { faults } = state;
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
  const now = Math.floor(Date.now() / 1000);
  const changes: [IdentityFault, Record<string, unknown>][] = [
    ['wrongAudience', { aud: 'somebody-else' }],
    ['wrongIssuer', { iss: 'https://other.example' }],
    ['wrongNonce', { nonce: 'of another sign-in' }],
    ['expired', { iat: now - 20 * minute, exp: now - 10 * minute }],
    ['lateClock', { iat: now - 14 * minute, exp: now - 4 * minute }],
    ['early', { nbf: now + 10 * minute }],
    ['wrongRequest', { sub: 'nobody' }],
  ];
  const spoiledClaims = Object.assign(
    {},
    claims,
    ...changes.filter(([fault]) => faults.has(fault)).map(([, change]) => change),
  ) as Record<string, unknown>;
  if (faults.has('otherKey')) return signed(spoiledClaims, keys.other);
  if (faults.has('unsigned')) return `${encoded({ alg: 'none' })}.${encoded(spoiledClaims)}.`;
  if (faults.has('signedElsewhere')) {
    const head = `${encoded({ alg: 'HS256', kid: keyId })}.${encoded(spoiledClaims)}`;
    return `${head}.${createHmac('sha256', clientSecret).update(head).digest('base64url')}`;
  }
  const good = signed(spoiledClaims, keys.right);
  return faults.has('wrongSignature') ? `${good.slice(0, -8)}AAAAAAAA` : good;
}

function configurationOf(state: IdentityState, right: KeyObject): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['http://127.0.0.1/any'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...right.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] } as NonNullable<
      Configuration['jwks']
    >,
    cookies: { keys: ['for a simulation only'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    ttl: {
      Interaction: lifeSeconds,
      Grant: lifeSeconds,
      Session: lifeSeconds,
      AccessToken: lifeSeconds,
      IdToken: lifeSeconds,
    },
    findAccount: (_context, subject) => {
      const person = state.people.find((one) => one.subject === subject);
      if (!person) return undefined;
      const claims = (): { sub: string; [claim: string]: string | boolean } => ({
        sub: subject,
        name: person.name,
        ...(state.faults.has('noEmail')
          ? {}
          : { email: person.email, email_verified: !state.faults.has('unverifiedEmail') }),
      });
      return { accountId: subject, claims: async () => claims() };
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

async function interact(
  provider: Provider,
  state: IdentityState,
  pair: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const { request, response } = pair;
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (state.faults.has('cancelled')) {
    return provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: 'You pressed cancel',
    });
  }
  const subject = state.chosen ?? url.searchParams.get('as');
  if (subject === null)
    return sendPage(
      response,
      peoplePage(state, (one) => `${url.pathname}?as=${encodeURIComponent(one)}`),
    );
  return provider.interactionFinished(
    request,
    response,
    { login: { accountId: subject } },
    { mergeWithLastSubmission: false },
  );
}

/** Discovery with another issuer than the one that was asked. */
function spoilDiscovery(context: KoaContextWithOIDC, state: IdentityState): void {
  const body = context.body as { issuer?: string } | undefined;
  if (context.path.endsWith('/openid-configuration') && state.faults.get('wrongIssuer') === 'discovery' && body)
    body.issuer = 'https://other.example';
}

/** Starts a provider on loopback. */
export async function startOidcSimulator({
  people,
  port = 0,
}: {
  people: readonly IdentityPerson[];
  port?: number;
}): Promise<OidcSimulator> {
  const state: IdentityState = { people, chosen: people[0]?.subject ?? null, faults: new Map() };
  const keys: Keys = { right: makeKey(), other: makeKey() };
  const counts = new Map<string, number>();
  let provider: Provider | null = null;
  const host: IdentityHost = await startIdentityHost(
    state,
    async (request, response) => {
      if (!provider) return void response.writeHead(503).end();
      const path = (request.url ?? '/').split('?')[0] ?? '/';
      counts.set(path, (counts.get(path) ?? 0) + 1);
      if (path.startsWith('/interaction/')) return interact(provider, state, { request, response });
      await provider.callback()(request, response);
    },
    port,
  );
  provider = new Provider(host.origin, configurationOf(state, keys.right));
  // Which address comes back is for the one who tries to say.
  Object.defineProperty(provider.Client.prototype, 'redirectUriAllowed', { value: () => true });
  provider.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.path === '/token' && typeof body?.id_token === 'string')
      body.id_token = spoiled(body.id_token, state, keys);
    spoilDiscovery(context as KoaContextWithOIDC, state);
  });
  return {
    issuer: host.origin,
    clientId,
    clientSecret,
    signInAs: (subject) => void (state.chosen = subject),
    know: (person) =>
      void (state.people = [...state.people.filter(({ subject }) => subject !== person.subject), person]),
    setFault: (fault, value = '') =>
      void (value === null ? state.faults.delete(fault) : state.faults.set(fault, value)),
    asked: (path) => counts.get(path) ?? 0,
    stop: () => host.stop(),
  };
}
