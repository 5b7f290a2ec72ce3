import type { FastifyReply } from 'fastify';

const cookieSeconds = 30 * 86_400;

/** Path of the cookie that holds the refresh token. */
export const refreshCookie = { name: 'sightline_refresh', path: '/api/v1/sessions' } as const;

/** Cookies are marked for TLS only when there is TLS. */
export const refreshCookieOptions = (isSecure: boolean) => ({ path: refreshCookie.path, httpOnly: true, sameSite: 'strict', secure: isSecure }) as const;

/** Hands a refresh token to the browser, where script cannot read it. */
export function sendRefreshCookie(reply: FastifyReply, refreshToken: string, isSecure: boolean): void {
  void reply.setCookie(refreshCookie.name, refreshToken, { ...refreshCookieOptions(isSecure), maxAge: cookieSeconds });
}
