import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const name = 'sightline_provider';
/** Longer than a sign-in at a provider may take, with its code. */
const seconds = 15 * 60;

/**
 * Binds a sign-in at a provider to the browser that began it, so that nobody is signed in with somebody else's answer.
 * Lax, because the way back from the provider comes from another site.
 */
export const browserCookie = {
  make: (): string => randomBytes(32).toString('base64url'),
  /** Null without one, and for what is none of ours. */
  read: (request: FastifyRequest): string | null => {
    const value = request.cookies[name];
    return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
  },
  set: (reply: FastifyReply, value: string, isSecure: boolean): void => {
    void reply.setCookie(name, value, {
      path: '/api/v1',
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure,
      maxAge: seconds,
    });
  },
};
