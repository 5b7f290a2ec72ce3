import { AppError } from '@sightline/contracts/shared/errors';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses pages of other origins: browsers let any page open a WebSocket anywhere and say from which page it comes.
 * Programs say nothing. Our own page comes from the host that it asks, or from the address under which we are known.
 */
export const requireOwnOrigin =
  (ownUrl: () => string) =>
  async (request: FastifyRequest): Promise<void> => {
    const { origin } = request.headers;
    if (origin === undefined) return;
    const place = URL.canParse(origin) ? new URL(origin) : null;
    const isOwn =
      place !== null &&
      (place.host === request.host || (URL.canParse(ownUrl()) && place.origin === new URL(ownUrl()).origin));
    if (!isOwn) throw new AppError('forbidden');
  };
