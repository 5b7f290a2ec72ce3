import type { Session } from '@sightline/contracts/sessions/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KnownDevices } from '../../platform/auth/known-devices.ts';
import { readRefreshCookie, sendRefreshCookie } from './refresh-cookie.ts';
import type { OpenedSession, SessionClient } from './session-parts.ts';
import type { SessionsService } from './sessions.service.ts';
import { knownDeviceOf, rememberDevice } from './sign-in/known-device-cookie.ts';

interface OpeningsDeps {
  service: SessionsService;
  /** Cookies are marked for TLS only when there is TLS. */
  isSecure: boolean;
  devices: KnownDevices;
}

/** Gives browsers the sessions that were opened for them. */
export type SessionOpenings = ReturnType<typeof createOpenings>;

/** Hands opened sessions to browsers. */
export function createOpenings({ service, isSecure, devices }: OpeningsDeps) {
  const open = ({ session, refreshToken }: OpenedSession, reply: FastifyReply): Session => {
    sendRefreshCookie(reply, refreshToken, isSecure);
    return session;
  };
  /** A sign-in never goes on with a session that the browser brought along: that one ends. */
  const openAnew = async (
    opening: Promise<OpenedSession>,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<Session> => {
    const opened = await opening;
    const before = readRefreshCookie(request, isSecure);
    const old = before === undefined ? null : await service.sessionOfToken(before);
    if (old) await service.endSessions(old.userId, { only: old.sessionId });
    const session = open(opened, reply);
    if (opened.isByPassword === true)
      rememberDevice(reply, devices.remember(knownDeviceOf(request), session.user.email), isSecure);
    return session;
  };
  return { open, openAnew };
}

/** Where a request comes from. */
export const clientOf = (request: FastifyRequest): SessionClient => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});
