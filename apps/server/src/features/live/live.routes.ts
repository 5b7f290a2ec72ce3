import { linkRelayPath } from '@sightline/contracts/link/link';
import type { liveCalls } from '@sightline/contracts/live/live.api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallHandlers } from '../../platform/http/mount.ts';
import { requireOwnOrigin } from '../../platform/http/own-origin.ts';
import type { LiveService } from './live.service.ts';

/** Handlers of the live calls. */
export const liveRoutes = (service: LiveService): CallHandlers<typeof liveCalls> => ({
  offer: ({ params, body }, { actor }) => service.offer(actor, params.id, body),
  relay: ({ params, body }, { actor }) => service.relay(actor, params.id, body),
  candidate: ({ params, body }, { actor }) => service.candidate(actor, params.leaseId, body),
  setSession: async ({ params, body }, { actor }) => service.setSession(actor, params.leaseId, body.transport),
  renew: ({ params }, { actor }) => service.renew(actor, params.leaseId),
  close: async ({ params }, { actor }) => service.close(actor, params.leaseId),
});

/** WebSockets of relayed views, a connection of their own for each. Open to all who hold a one-time token, but to no page of another origin. */
export function mountRelays(app: FastifyInstance, live: LiveService, ownUrl: () => string): void {
  const { relays } = live;
  const options = {
    websocket: true,
    config: { permission: 'public', call: 'relay' },
    schema: { hide: true } as object,
  } as const;
  app.get<{ Params: { token: string } }>(`${linkRelayPath}/:token`, options, (socket, request) =>
    relays.arrive('edge', request.params.token, socket),
  );
  type OfToken = { Params: { token: string } };
  const onRequest = [
    requireOwnOrigin(ownUrl),
    (request: FastifyRequest<OfToken>) => live.admitViewer(request.params.token, request.ip),
  ];
  app.get<OfToken>('/api/v1/relays/:token', { ...options, onRequest }, (socket, request) =>
    relays.arrive('viewer', request.params.token, socket),
  );
}
