import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { startAlertDeliveries } from './deliveries/alert-deliveries.ts';
import { deleteOldDeliveries } from './deliveries/alert-deliveries.repository.ts';
import { createAlertHandlingService } from './alert-handling.service.ts';
import { applyAlertChange, applyAlertFootage, applyNearMiss } from './alert-reports.ts';
import { alertsAudit } from './alerts.audit.ts';
import { alertsRoutes } from './alerts.routes.ts';
import { createAlertsService } from './alerts.service.ts';

/** So long it is known who was told. */
const keptDeliveriesMs = 30 * 86_400_000;

/** What rules told. */
export const alertsFeature: ServerFeature<ServerContext> = {
  noun: 'alerts',
  audits: alertsAudit,
  link: ({ jobs, hooks }) => ({
    alertChange: applyAlertChange({ jobs, hooks }),
    alertNearMiss: applyNearMiss,
    alertFootage: applyAlertFootage,
  }),
  start: async (context) => {
    const deliveries = await startAlertDeliveries(context);
    const handlers = alertsRoutes(createAlertsService(context), createAlertHandlingService(context));
    return { routes: [answer('alerts', alertsCalls, handlers)], stop: () => deliveries.stop() };
  },
  hears: {
    'alerts.changed': {
      rights: ['AlertMonitoring'],
      isQuiet: true,
      needsOriginals: (event) => event.needsOriginals === true,
    },
    'alerts.changedAtCore': { rights: ['AlertMonitoring'], isQuiet: true },
  },
  housekeeping: ({ database }) => [
    {
      name: 'what was told of alerts',
      run: (now) => deleteOldDeliveries(database, new Date(now.getTime() - keptDeliveriesMs)),
    },
  ],
};
