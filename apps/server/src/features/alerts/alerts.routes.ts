import type { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { AlertHandlingService } from './alert-handling.service.ts';
import type { AlertsService } from './alerts.service.ts';

/** Handlers of the calls of alerts. */
export const alertsRoutes = (
  alerts: AlertsService,
  handling: AlertHandlingService,
): CallHandlers<typeof alertsCalls> => ({
  queue: ({ query }, { actor }) => alerts.queue(actor, query),
  counts: (_input, { actor }) => alerts.counts(actor),
  logs: ({ query }, { actor }) => alerts.logs(actor, query),
  get: ({ params }, { actor }) => alerts.get(actor, params.id),
  take: ({ params }, { actor }) => handling.take(actor, params.id),
  assign: ({ params, body }, { actor }) => handling.assign(actor, params.id, body),
  done: ({ params, body }, { actor }) => handling.end(actor, params.id, body),
  comment: ({ params, body }, { actor }) => handling.comment(actor, params.id, body),
});
