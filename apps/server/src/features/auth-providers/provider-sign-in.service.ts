import { samlSettings } from '@sightline/contracts/auth-providers/auth-provider';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SessionActor } from '../../platform/auth/actor.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { SignInRefusal, type AssertedPerson } from './asserted-person.ts';
import { urlsOf } from './auth-providers.presenter.ts';
import * as providers from './auth-providers.repository.ts';
import { insidePath } from './inside-path.ts';
import type { OidcClient, OidcMemory } from './oidc-client.ts';
import { isMember } from './provider-identities.repository.ts';
import { linkPerson, matchPerson, type MatchingDeps } from './provider-matching.ts';
import type { ProviderReach } from './provider-reach.ts';
import * as requests from './provider-requests.repository.ts';
import { readResponse, samlMetadata, samlRequestUrl, type SamlProvider } from './saml-client.ts';

/** What a sign-in at a provider needs from the rest of the server. */
export interface ProviderSignInDeps extends MatchingDeps {
  database: Database;
  changes: Changes;
  box: SealedBox;
  clock: Clock;
  log: Log;
  oidc: OidcClient;
  reach: ProviderReach;
  serverUrl: () => string;
}

/** Where the browser goes next: with a code for the login page, or back to where the link was asked for. */
export interface Landing {
  redirectUrl: string;
  code: string | null;
}

/** A sign-in on its way back; `browser` is the secret of the cookie that began it. */
interface Return {
  providerId: string;
  state: string;
  browser: string;
  /** From where the browser came. */
  address: string;
}

/** The response of a SAML provider to a sign-in. */
interface Assertion extends Omit<Return, 'browser'> {
  response: string;
}

/** Signing in at a provider: away, back, and whose account it is. */
export type ProviderSignInService = ReturnType<typeof createProviderSignInService>;

/** The steps of a sign-in, each bound to the browser that began it. All throw `provider_sign_in_failed` and what the steps inside them throw. */
export function createProviderSignInService(deps: ProviderSignInDeps) {
  const { database, clock } = deps;
  return {
    begin: (input: {
      providerId: string;
      browser: string;
      redirectUrl: string | undefined;
      linkFor: SessionActor | null;
    }): Promise<string> => begin(deps, input),

    /** OpenID Connect: the browser came back with a code, or with an error. */
    callback: (back: Return, query: URLSearchParams): Promise<Landing> => callback(deps, back, query),

    /** SAML: a page of the provider sent us its response, without our cookie, since it is another site. */
    assertion: (assertion: Assertion): Promise<void> => takeAssertion(deps, assertion),

    /** SAML: the same browser again, on our own site, now with its cookie. */
    finish: async (back: Return): Promise<Landing> => {
      const request = await requests.takeRequest(database, { ...back, nowMs: clock(), isAnswered: true });
      const row = await usable(deps, back.providerId);
      if (!request?.sealedPerson || row?.kind !== 'saml') throw new AppError('provider_sign_in_failed');
      const person = JSON.parse(deps.box.open(request.sealedPerson, personContext(request))) as AssertedPerson;
      return refusable(deps, { request, address: back.address }, () =>
        land(deps, { request, row, person, address: back.address }),
      );
    },

    /** Where a failed sign-in was meant to lead, whether it was to link, and whether this browser began it; null for a made-up one. */
    purposeOf: async (
      back: Omit<Return, 'address'>,
    ): Promise<{ redirectUrl: string; isLink: boolean; isOfBrowser: boolean } | null> => {
      const request = await requests.findRequest(database, back);
      if (!request) return null;
      return {
        redirectUrl: request.redirectUrl,
        isLink: request.userId !== null,
        isOfBrowser: request.browserHash.equals(requests.hashOf(back.browser)),
      };
    },

    metadata: async (providerId: string): Promise<string> => {
      const row = await usable(deps, providerId);
      if (row?.kind !== 'saml') throw new AppError('not_found');
      return samlMetadata(samlOf(deps, row));
    },
  };
}

/** A provider that may be used now: enabled, and of an organization that lets providers sign people in. */
async function usable({ database }: ProviderSignInDeps, providerId: string): Promise<providers.ProviderRow | null> {
  const organizationId = await providers.findPlace(database, providerId);
  if (organizationId === null) return null;
  return database.withOrganization(organizationId, async (trx) => {
    const [row, rule] = [
      await providers.findProvider(trx, organizationId, providerId),
      await providers.findOrganizationRule(trx, organizationId),
    ];
    if (row && !rule?.allowsProviders) throw new AppError('sign_in_method_refused');
    return row ?? null;
  });
}

const samlOf = ({ serverUrl }: ProviderSignInDeps, row: providers.ProviderRow): SamlProvider => {
  const { assertionUrl, metadataUrl } = urlsOf(serverUrl(), row.id);
  return { settings: samlSettings.parse(row.settings), entityId: metadataUrl, assertionUrl };
};

const requestContext = (stateHash: Buffer): string => `provider-request:${stateHash.toString('hex')}`;
const personContext = ({ stateHash }: requests.RequestRow): string => `provider-person:${stateHash.toString('hex')}`;
const openSealed = ({ box }: ProviderSignInDeps, request: requests.RequestRow): string =>
  box.open(request.sealed, requestContext(request.stateHash));

async function begin(
  deps: ProviderSignInDeps,
  {
    providerId,
    browser,
    redirectUrl,
    linkFor,
  }: { providerId: string; browser: string; redirectUrl: string | undefined; linkFor: SessionActor | null },
): Promise<string> {
  const row = await usable(deps, providerId);
  if (!row) throw new AppError('not_found');
  if (linkFor) await requireMayLink(deps, row, linkFor);
  const state = requests.newSecret();
  const { url, kept } = await sendAway(deps, row, state);
  const stateHash = requests.hashOf(state);
  const request = {
    stateHash,
    browserHash: requests.hashOf(browser),
    providerId: row.id,
    organizationId: row.organizationId,
    userId: linkFor?.userId ?? null,
    sessionId: linkFor?.sessionId ?? null,
    sealed: deps.box.seal(kept, requestContext(stateHash)),
    redirectUrl: insidePath(redirectUrl, linkFor ? '/account/identities' : '/'),
  };
  await requests.insertRequest(deps.database, request, deps.clock());
  return url;
}

async function callback(deps: ProviderSignInDeps, back: Return, query: URLSearchParams): Promise<Landing> {
  const request = await requests.takeRequest(deps.database, { ...back, nowMs: deps.clock(), isAnswered: false });
  const row = await usable(deps, back.providerId);
  if (!request || row?.kind !== 'oidc') throw new AppError('provider_sign_in_failed');
  return refusable(deps, { request, address: back.address }, async () => {
    const landing = new URL(urlsOf(deps.serverUrl(), row.id).redirectUrl);
    landing.search = query.toString();
    const memory = JSON.parse(openSealed(deps, request)) as OidcMemory;
    const person = await deps.reach.reaching(row, () =>
      deps.oidc.finish(deps.reach.oidcOf(row), { callback: landing, state: back.state, memory }),
    );
    return land(deps, { request, row, person, address: back.address });
  });
}

async function takeAssertion(
  deps: ProviderSignInDeps,
  { providerId, state, address, response }: Assertion,
): Promise<void> {
  const request = await requests.findRequest(deps.database, { providerId, state });
  const row = await usable(deps, providerId);
  if (!request || row?.kind !== 'saml') throw new AppError('provider_sign_in_failed');
  await refusable(deps, { request, address }, async () => {
    const answer = await readResponse(samlOf(deps, row), {
      response,
      requestId: openSealed(deps, request),
      clock: deps.clock,
    });
    // First the request, then the assertion: each is good for one.
    const sealedPerson = deps.box.seal(JSON.stringify(answer.person), personContext(request));
    if (
      !(await requests.rememberAssertion(deps.database, providerId, {
        id: answer.id,
        expiresAtMs: answer.expiresAtMs,
      }))
    )
      throw new SignInRefusal('replayed');
    if (!(await requests.answerRequest(deps.database, { providerId, state, nowMs: deps.clock() }, sealedPerson)))
      throw new SignInRefusal('request_used');
  });
}

async function sendAway(
  deps: ProviderSignInDeps,
  row: providers.ProviderRow,
  state: string,
): Promise<{ url: string; kept: string }> {
  if (row.kind === 'saml') {
    const requestId = `_${requests.newSecret()}`;
    return { url: await samlRequestUrl(samlOf(deps, row), { requestId, state }), kept: requestId };
  }
  const { redirectUrl: redirectUri } = urlsOf(deps.serverUrl(), row.id);
  const { url, memory } = await deps.reach.reaching(row, () =>
    deps.oidc.begin(deps.reach.oidcOf(row), { redirectUri, state }),
  );
  return { url, kept: JSON.stringify(memory) };
}

/** Only the person that the password let in links, and only in an organization of the own. */
async function requireMayLink(
  { database, clock }: ProviderSignInDeps,
  row: providers.ProviderRow,
  actor: SessionActor,
): Promise<void> {
  if (actor.apiKeyId !== undefined) throw new AppError('api_key_scope');
  if (!(await database.withOrganization(row.organizationId, (trx) => isMember(trx, row.organizationId, actor.userId))))
    throw new AppError('not_found');
  if (!(await requests.isPasswordSession(database, { ...actor, nowMs: clock() })))
    throw new AppError('sign_in_method_refused');
}

async function land(
  deps: ProviderSignInDeps,
  {
    request,
    row,
    person,
    address,
  }: { request: requests.RequestRow; row: providers.ProviderRow; person: AssertedPerson; address: string },
): Promise<Landing> {
  const { redirectUrl, browserHash, userId, sessionId } = request;
  if (userId !== null && sessionId !== null) {
    if (!(await requests.isPasswordSession(deps.database, { userId, sessionId, nowMs: deps.clock() })))
      throw new AppError('unauthenticated');
    await linkPerson(deps, { provider: row, person }, { userId, sessionId, address });
    return { redirectUrl, code: null };
  }
  const found = await matchPerson(deps, { provider: row, person }, address);
  const code = await requests.addCode(
    deps.database,
    { browserHash, providerId: row.id, organizationId: row.organizationId, userId: found },
    deps.clock(),
  );
  return { redirectUrl, code };
}

/** Refusals are told to administrators; the browser learns only that it failed. */
async function refusable<T>(
  deps: ProviderSignInDeps,
  { request, address }: { request: requests.RequestRow; address: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof SignInRefusal ? error.reason : error instanceof AppError ? error.code : null;
    if (reason === null) throw error;
    deps.log.info({ providerId: request.providerId, reason }, 'a sign-in at a provider was refused');
    await deps.changes.run({ organizationId: request.organizationId, by: { ...nobody, address } }, ({ audit }) =>
      audit({
        action: 'session.signInRefused',
        entityKind: 'authProvider',
        entityId: request.providerId,
        data: { reason },
      }),
    );
    if (error instanceof SignInRefusal) throw new AppError('provider_sign_in_failed', {}, { cause: error });
    throw error;
  }
}
