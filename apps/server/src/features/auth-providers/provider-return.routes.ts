import { AppError, errorCatalogue } from '@sightline/contracts/shared/errors';
import { id } from '@sightline/contracts/shared/ids';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failureOf } from '../../platform/http/failures.ts';
import type { AttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import { browserCookie } from './browser-cookie.ts';
import { withQuery } from './inside-path.ts';
import type { Landing, ProviderSignInService } from './provider-sign-in.service.ts';

const loginPage = '/auth/login';
const formBytes = 512 * 1024;
const longestText = 200;

interface ReturnDeps {
  signIn: ProviderSignInService;
  attempts: AttemptLimiter;
}

type ProviderRequest = FastifyRequest<{ Params: { id: string } }>;

/** Where browsers come back from a provider. Whatever happens, people end on a page of ours, never before a raw answer. */
export async function mountProviderReturns(app: FastifyInstance, deps: ReturnDeps): Promise<void> {
  const { signIn } = deps;
  const base = '/api/v1/auth-providers/:id';
  const options = { config: { permission: 'public' }, schema: { hide: true } as object } as const;

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    scope.get(`${base}/callback`, options, (request: ProviderRequest, reply) => {
      const query = queryOf(request);
      return returning(deps, { request, reply, query }, async (back) => {
        requireNoError(query);
        return landOn(reply, await signIn.callback(back, query));
      });
    });
    scope.post(`${base}/assertion`, { ...options, bodyLimit: formBytes }, (request: ProviderRequest, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const query = new URLSearchParams({ state: form.get('RelayState') ?? '' });
      return returning(deps, { request, reply, query }, async ({ providerId, state, address }) => {
        await signIn.assertion({ providerId, state, address, response: form.get('SAMLResponse') ?? '' });
        return reply.redirect(`/api/v1/auth-providers/${providerId}/finish?state=${state}`, 303);
      });
    });
    scope.get(`${base}/finish`, options, (request: ProviderRequest, reply) =>
      returning(deps, { request, reply, query: queryOf(request) }, async (back) =>
        landOn(reply, await signIn.finish(back)),
      ),
    );
    scope.get(`${base}/metadata`, options, async (request: ProviderRequest, reply) => {
      deps.attempts.take(`metadata ${request.ip}`);
      const providerId = id.safeParse(request.params.id);
      if (!providerId.success) throw new AppError('not_found');
      return reply.type('application/samlmetadata+xml').send(await signIn.metadata(providerId.data));
    });
  });
}

const queryOf = (request: FastifyRequest): URLSearchParams =>
  new URL(request.url, 'http://inside.invalid').searchParams;

interface Back {
  providerId: string;
  state: string;
  browser: string;
  address: string;
}

/** Turns failures of the catalogue into a redirect that the login page explains. */
async function returning(
  { signIn, attempts }: ReturnDeps,
  { request, reply, query }: { request: ProviderRequest; reply: FastifyReply; query: URLSearchParams },
  work: (back: Back) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const state = query.get('state') ?? '';
  const providerId = id.safeParse(request.params.id);
  const browser = browserCookie.read(request) ?? '';
  const isWellFormed = providerId.success && /^[\w-]{43}$/.test(state);
  try {
    attempts.take(`return ${request.ip}`);
    if (!isWellFormed) throw new AppError('provider_sign_in_failed');
    return await work({ providerId: providerId.data, state, browser, address: request.ip });
  } catch (error) {
    const { code } = failureOf(error);
    if (code === 'internal' || code === 'unavailable')
      request.log.error({ err: error }, 'a sign-in at a provider broke');
    const purpose = isWellFormed ? await signIn.purposeOf({ providerId: providerId.data, state, browser }) : null;
    const { status, text } = errorCatalogue[code];
    // Anybody can write an address; only whom this browser went to may speak on our page.
    const told = purpose?.isOfBrowser && error instanceof AppError ? error.data['description'] : undefined;
    const values = { code: String(status), msg: code, error_description: typeof told === 'string' ? told : text };
    const place = purpose?.isLink
      ? withQuery(purpose.redirectUrl, values)
      : withQuery(loginPage, { ...values, redirectUrl: purpose?.redirectUrl ?? null });
    return leave(reply, place);
  }
}

/** What the provider itself says went wrong, for instance that the person pressed "cancel". */
function requireNoError(query: URLSearchParams): void {
  if (!query.has('error')) return;
  const description = (query.get('error_description') ?? query.get('error') ?? '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, longestText);
  throw new AppError('provider_sign_in_failed', { description });
}

const landOn = (reply: FastifyReply, { redirectUrl, code }: Landing): FastifyReply =>
  leave(reply, code === null ? redirectUrl : withQuery(loginPage, { code, redirectUrl }));

const leave = (reply: FastifyReply, place: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(place, 303);
