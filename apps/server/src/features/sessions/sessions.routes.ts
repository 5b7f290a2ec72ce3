import type { Session } from '@sightline/contracts/sessions/session';
import type { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { AppError } from '@sightline/contracts/shared/errors';
import type { FastifyReply } from 'fastify';
import type { CallHandlers } from '../../platform/http/mount.ts';
import { refreshCookie } from './sessions.public.ts';
import type { OpenedSession, SessionsService } from './sessions.service.ts';

const cookieSeconds = 30 * 86_400;

interface SessionsRoutesParts {
  service: SessionsService;
  /** Cookies are marked for TLS only when there is TLS. */
  isSecure: boolean;
  version: string;
  localCoreWaits: () => Promise<boolean>;
}

/** Handlers of the session calls. The refresh token leaves only as a cookie that script cannot read. */
export function sessionsRoutes({ service, isSecure, version, localCoreWaits }: SessionsRoutesParts): CallHandlers<typeof sessionsCalls> {
  const options = { path: refreshCookie.path, httpOnly: true, sameSite: 'strict', secure: isSecure } as const;
  const open = ({ session, refreshToken }: OpenedSession, reply: FastifyReply): Session => {
    void reply.setCookie(refreshCookie.name, refreshToken, { ...options, maxAge: cookieSeconds });
    return session;
  };
  return {
    setup: async () => ({ needsFirstAccount: await service.needsFirstAccount(), localCoreWaits: await localCoreWaits(), version }),
    createFirstAccount: async ({ body }, { request, reply }) => open(await service.createFirstAccount(body, request.ip), reply),
    signIn: async ({ body }, { request, reply }) => open(await service.signIn(body, request.ip), reply),
    refresh: async (_input, { request, reply }) => {
      requireOwnPage(request.headers['sec-fetch-site']);
      const token = request.cookies[refreshCookie.name];
      if (token === undefined) throw new AppError('unauthenticated');
      return open(await service.refresh(token), reply);
    },
    signOut: async (_input, { actor, reply }) => {
      await service.signOut(actor);
      void reply.clearCookie(refreshCookie.name, options);
      return {};
    },
    // No challenge and no provider code was handed out yet, so none can be right.
    answerChallenge: async () => {
      throw new AppError('mfa_challenge_ended');
    },
    exchangeCode: async () => {
      throw new AppError('provider_sign_in_failed');
    },
    current: (_input, { actor }) => service.current(actor),
    switchOrganization: ({ body }, { actor }) => service.switchOrganization(actor, body.organizationId),
  };
}

/** The cookie is strict about sites, but all ports of one machine are one site: only our own pages may use it. */
function requireOwnPage(fetchSite: string | string[] | undefined): void {
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') throw new AppError('forbidden');
}
