import type { FastifyReply, FastifyRequest } from 'fastify';
import { isEarlyToken } from './refresh-token.ts';

const cookieSeconds = 30 * 86_400;

const plain = { name: 'sightline_refresh', path: '/api/v1/sessions' } as const;
/** Browsers take a cookie of this name from the host itself only, over TLS: no neighbour below the same domain can put one there. */
const ofHost = { name: '__Host-sightline_refresh', path: '/' } as const;

/** Cookies are marked for TLS only when there is TLS. */
const optionsOf = ({ path }: { path: string }, isSecure: boolean) =>
  ({ path, httpOnly: true, sameSite: 'strict', secure: isSecure }) as const;

/**
 * The refresh token that a browser brings. Over TLS the name of before is read for tokens from before alone, so that who was signed
 * in stays so: tokens of today under it were put there by somebody else.
 */
export function readRefreshCookie({ cookies }: FastifyRequest, isSecure: boolean): string | undefined {
  const before = cookies[plain.name];
  if (!isSecure) return before;
  return cookies[ofHost.name] ?? (before !== undefined && isEarlyToken(before) ? before : undefined);
}

/** Hands a refresh token to the browser, where script cannot read it. */
export function sendRefreshCookie(reply: FastifyReply, refreshToken: string, isSecure: boolean): void {
  const cookie = isSecure ? ofHost : plain;
  void reply.setCookie(cookie.name, refreshToken, { ...optionsOf(cookie, isSecure), maxAge: cookieSeconds });
  if (isSecure && reply.request.cookies[plain.name] !== undefined)
    void reply.clearCookie(plain.name, optionsOf(plain, isSecure));
}

/** Takes the refresh token from the browser, under whatever name it has it. */
export function clearRefreshCookie(reply: FastifyReply, isSecure: boolean): void {
  if (isSecure) void reply.clearCookie(ofHost.name, optionsOf(ofHost, isSecure));
  void reply.clearCookie(plain.name, optionsOf(plain, isSecure));
}
