import type { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { AppError } from '@sightline/contracts/shared/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionActor } from '../../platform/auth/actor.ts';
import type { AttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { AuthProvidersService } from './auth-providers.service.ts';
import { browserCookie } from './browser-cookie.ts';
import type { ProviderSignInService } from './provider-sign-in.service.ts';

export interface AuthProvidersRoutesDeps {
  service: AuthProvidersService;
  signIn: ProviderSignInService;
  /** Who calls; asked only where somebody may link, since a sign-in is begun by nobody. */
  authenticate: (request: FastifyRequest) => Promise<SessionActor | null>;
  attempts: AttemptLimiter;
  isSecure: boolean;
}

/** Handlers of the provider calls. What a browser needs to come back with is a cookie that script cannot read. */
export function authProvidersRoutes(deps: AuthProvidersRoutesDeps): CallHandlers<typeof authProvidersCalls> {
  const { service, signIn, attempts } = deps;
  return {
    list: async (_input, { actor }) => ({ items: await service.list(actor) }),
    create: ({ body }, { actor }) => service.create(actor, body),
    update: ({ params, body }, { actor }) => service.update(actor, params.id, body),
    remove: async ({ params }, { actor }) => {
      await service.remove(actor, params.id);
      return {};
    },
    test: ({ params }, { actor }) => service.test(actor, params.id),
    proveDomain: ({ params, body }, { actor }) => {
      attempts.take(`prove ${actor.organizationId}`);
      return service.proveDomain(actor, params.id, body.domain);
    },
    named: ({ params }, { request }) => {
      attempts.take(`named ${request.ip}`);
      return service.named(params.id);
    },
    offered: async ({ body }, { request }) => {
      attempts.take(`offered ${request.ip}`);
      const organizationId = (await deps.authenticate(request))?.organizationId ?? null;
      return { items: await service.offered({ email: body.email, organizationId }) };
    },
    begin: async ({ params, body }, { request, reply }) => {
      attempts.take(`begin ${request.ip}`);
      const linkFor = body.link ? await signedIn(deps, request) : null;
      const browser = browserOf(deps, request, reply);
      return { url: await signIn.begin({ providerId: params.id, browser, redirectUrl: body.redirectUrl, linkFor }) };
    },
  };
}

async function signedIn({ authenticate }: AuthProvidersRoutesDeps, request: FastifyRequest): Promise<SessionActor> {
  const actor = await authenticate(request);
  if (actor === null) throw new AppError('unauthenticated');
  return actor;
}

function browserOf({ isSecure }: AuthProvidersRoutesDeps, request: FastifyRequest, reply: FastifyReply): string {
  const secret = browserCookie.read(request) ?? browserCookie.make();
  browserCookie.set(reply, secret, isSecure);
  return secret;
}
