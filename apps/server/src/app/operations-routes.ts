import { AppError } from '@sightline/contracts/shared/errors';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from './config.ts';
import type { Platform } from './platform.ts';

/** What operators and machines ask: alive, ready, figures, the reference of the API. */
export function mountOperations(app: FastifyInstance, platform: Platform): void {
  app.get('/healthz', { schema: { hide: true } as object }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } as object }, async () => {
    await platform.database.ping().catch((error: unknown) => {
      throw new AppError('unavailable', {}, { cause: error });
    });
    return { status: 'ready' };
  });
  app.get('/metrics', { schema: { hide: true } as object }, async (request, reply) => {
    // Figures tell much about an installation. A proxy on this machine comes from it too, and says for whom it asks.
    const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some(
      (header) => request.headers[header] !== undefined,
    );
    if (isForwarded || !isLoopback(request.socket.remoteAddress ?? '')) throw new AppError('not_found');
    return reply.type(platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics());
  });
  app.get('/api/openapi.json', { config: { permission: 'public' }, schema: { hide: true } as object }, async () =>
    app.swagger(),
  );
}
