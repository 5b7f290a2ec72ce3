import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { createAlertHandlingService } from './alert-handling.service.ts';
import { applyAlertChange, applyNearMiss } from './alert-reports.ts';
import { alertsAudit } from './alerts.audit.ts';
import { alertsRoutes } from './alerts.routes.ts';
import { createAlertsService } from './alerts.service.ts';

/** What rules told. */
export const alertsFeature: ServerFeature<ServerContext> = {
  noun: 'alerts',
  audits: alertsAudit,
  link: () => ({ alertChange: applyAlertChange, alertNearMiss: applyNearMiss }),
  start: (context) => ({
    routes: [
      answer('alerts', alertsCalls, alertsRoutes(createAlertsService(context), createAlertHandlingService(context))),
    ],
  }),
  hears: {
    'alerts.changed': { rights: ['AlertMonitoring'], isQuiet: true },
    'alerts.changedAtCore': { rights: ['AlertMonitoring'], isQuiet: true },
  },
};
