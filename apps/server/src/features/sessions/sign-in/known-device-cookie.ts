import type { FastifyReply, FastifyRequest } from 'fastify';

/** Longer than a session: it is for the morning after somebody signed out. */
const cookieSeconds = 180 * 86_400;
const name = 'sightline_device';

/** What a browser carries of the accounts that were opened there by password. */
export const knownDeviceOf = ({ cookies }: FastifyRequest): string | undefined => cookies[name];

/** Hands it to the browser, where script cannot read it. */
export function rememberDevice(reply: FastifyReply, text: string, isSecure: boolean): void {
  void reply.setCookie(name, text, {
    path: '/api/v1',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
    maxAge: cookieSeconds,
  });
}
