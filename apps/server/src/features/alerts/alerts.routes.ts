import type { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { AlertHandlingService } from './handling/alert-handling.service.ts';
import type { AlertsService } from './alerts.service.ts';
import type { AlertFloodsService } from './floods/alert-floods.service.ts';

/** Handlers of the calls of alerts. */
export const alertsRoutes = (
  alerts: AlertsService,
  { handling, floods }: { handling: AlertHandlingService; floods: AlertFloodsService },
): CallHandlers<typeof alertsCalls> => ({
  queue: ({ query }, { actor }) => alerts.queue(actor, query),
  floods: async (_input, { actor }) => ({ items: await floods.list(actor) }),
  floodDone: ({ params, body }, { actor }) => floods.end(actor, params.id, body.outcome),
  counts: (_input, { actor }) => alerts.counts(actor),
  kept: async ({ query }, { actor }) => ({ count: await alerts.kept(actor, query.cameraId) }),
  logs: ({ query }, { actor }) => alerts.logs(actor, query),
  get: ({ params }, { actor }) => alerts.get(actor, params.id),
  take: ({ params }, { actor }) => handling.take(actor, params.id),
  assign: ({ params, body }, { actor }) => handling.assign(actor, params.id, body),
  done: ({ params, body }, { actor }) => handling.end(actor, params.id, body),
  comment: ({ params, body }, { actor }) => handling.comment(actor, params.id, body),
});
