import { isIP } from 'node:net';
import { AppError } from '@sightline/contracts/shared/errors';

/** Whom passkeys are made for: the name of this installation, and the address of its pages. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Undefined where browsers keep no passkeys: without TLS, but for the own machine by name, and at an address without a name. */
export function relyingPartyOf(serverUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(serverUrl);
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isOwnMachine)) return undefined;
  return { id: hostname, origin };
}

/** The same; throws `passkey_unavailable`. */
export function requireRelyingParty(serverUrl: string): RelyingParty {
  const found = relyingPartyOf(serverUrl);
  if (!found) throw new AppError('passkey_unavailable');
  return found;
}
