import type { SessionActor } from '../auth/actor.ts';
import type { Authenticate } from './mount.ts';

/** Who calls, by the token that the request carries; nobody without one. */
export const bearerOf =
  (callerOf: (token: string, address: string) => Promise<SessionActor | null>): Authenticate =>
  async (request) => {
    const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ');
    return scheme.toLowerCase() === 'bearer' && token !== '' ? callerOf(token, request.ip) : null;
  };
