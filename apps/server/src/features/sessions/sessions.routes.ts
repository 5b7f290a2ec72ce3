import type { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { AppError } from '@sightline/contracts/shared/errors';
import type { FastifyRequest } from 'fastify';
import type { KnownDevices } from '../../platform/auth/known-devices.ts';
import type { CallHandlers } from '../../platform/http/mount.ts';
import { knownDeviceOf } from './sign-in/known-device-cookie.ts';
import { requireOwnPage } from '../../platform/http/own-page.ts';
import { clearRefreshCookie, readRefreshCookie } from './refresh-cookie.ts';
import { clientOf, createOpenings } from './session-openings.ts';
import type { ProvenPerson } from './sign-in/session-opening.ts';
import type { SessionsService } from './sessions.service.ts';

interface SessionsRoutesDeps {
  service: SessionsService;
  /** Cookies are marked for TLS only when there is TLS. */
  isSecure: boolean;
  version: string;
  /** Address of this installation as people reach it. */
  serverUrl: () => string;
  localCoreWaits: () => Promise<boolean>;
  /** Whom the code of a provider sign-in stands for; throws `provider_sign_in_failed`. */
  redeemProviderCode: (brought: { code: string; request: FastifyRequest }) => Promise<ProvenPerson>;
  devices: KnownDevices;
}

/** Handlers of the session calls. The refresh token leaves only as a cookie that script cannot read. */
export function sessionsRoutes({
  service,
  isSecure,
  version,
  serverUrl,
  localCoreWaits,
  redeemProviderCode,
  devices,
}: SessionsRoutesDeps): CallHandlers<typeof sessionsCalls> {
  const { open, openAnew } = createOpenings({ service, isSecure, devices });
  return {
    setup: async () => ({
      needsFirstAccount: await service.needsFirstAccount(),
      localCoreWaits: await localCoreWaits(),
      version,
    }),
    createFirstAccount: ({ body }, context) =>
      openAnew(service.createFirstAccount(body, clientOf(context.request)), context),
    signIn: ({ body }, context) =>
      openAnew(service.signIn({ ...body, device: knownDeviceOf(context.request) }, clientOf(context.request)), context),
    answerChallenge: ({ body }, context) => openAnew(service.answerChallenge(body, clientOf(context.request)), context),
    exchangeCode: ({ body }, context) => {
      const opening = redeemProviderCode({ code: body.code, request: context.request }).then((proven) =>
        service.open(proven, clientOf(context.request)),
      );
      return openAnew(opening, context);
    },
    refresh: async (_input, { request, reply }) => {
      requireOwnPage(request, serverUrl());
      const token = readRefreshCookie(request, isSecure);
      if (token === undefined) throw new AppError('unauthenticated');
      return open(await service.refresh(token, request.ip), reply);
    },
    // By its access token or, when that ran out, by its cookie: who wants to leave is let out.
    signOut: async (_input, { request, reply }) => {
      requireOwnPage(request, serverUrl());
      const [scheme = '', bearer = ''] = (request.headers.authorization ?? '').split(' ');
      const cookie = readRefreshCookie(request, isSecure);
      const actor = scheme.toLowerCase() === 'bearer' ? await service.actorOf(bearer) : null;
      const session = actor ?? (cookie === undefined ? null : await service.sessionOfToken(cookie));
      clearRefreshCookie(reply, isSecure);
      if (!session) throw new AppError('login_required');
      await service.signOut(session, request.ip);
      return {};
    },
    current: (_input, { actor }) => service.current(actor),
    switchOrganization: ({ body }, { actor, request }) =>
      service.switchOrganization(actor, body.organizationId, request.ip),
  };
}
