import { AppError } from '@sightline/contracts/shared/errors';
import type { FastifyRequest } from 'fastify';

const originOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/**
 * For calls that a cookie alone lets in: it is strict about sites, but all ports of one machine are one site, so only our
 * own pages may use it. Browsers that do not say of what site a page is (old ones, and all without TLS beyond this machine)
 * still name its origin. Throws `forbidden`.
 */
export function requireOwnPage({ headers, host }: FastifyRequest, serverUrl: string): void {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw new AppError('forbidden');
  // No page asks: only pages have origins.
  if (site !== undefined || headers.origin === undefined) return;
  const origin = originOf(headers.origin);
  // A proxy may call us by another name than people do.
  if (origin === null || (origin.host !== host && origin.origin !== originOf(serverUrl)?.origin))
    throw new AppError('forbidden');
}
