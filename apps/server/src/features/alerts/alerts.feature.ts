import { alertLinksCalls } from '@sightline/contracts/alerts/alert-links.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { startAlertDeliveries } from './deliveries/alert-deliveries.ts';
import { deleteOldDeliveries } from './deliveries/alert-deliveries.repository.ts';
import { deleteExpiredLinks } from '../../platform/shared-links/shared-links.ts';
import { startAlertFootage } from './footage/alert-footage.ts';
import { startAlertLinkClips } from './links/alert-link-clips.ts';
import { alertLinksRoutes } from './links/alert-links.routes.ts';
import { createAlertLinksService } from './links/alert-links.service.ts';
import { createSharedAlertsService } from './links/shared-alerts.service.ts';
import { createAlertHandlingService } from './handling/alert-handling.service.ts';
import { createAlertFloodsService } from './floods/alert-floods.service.ts';
import { applyAlertChanges, applyAlertFootage, applyNearMiss } from './alert-reports.ts';
import { memberLeft } from '../users/users.public.ts';
import { at } from '../../platform/features/hooks.ts';
import { giveBackAll, startAlertTakes } from './handling/alert-takes.ts';
import { alertsAudit } from './alerts.audit.ts';
import { alertsRoutes } from './alerts.routes.ts';
import { createAlertsService } from './alerts.service.ts';

/** So long it is known who was told. */
const keptDeliveriesMs = 30 * 86_400_000;

/** What rules told. */
export const alertsFeature: ServerFeature<ServerContext> = {
  noun: 'alerts',
  audits: alertsAudit,
  hooks: ({ jobs }) => [at(memberLeft, (work, member) => giveBackAll(work.trx, jobs, member))],
  link: ({ jobs, hooks }) => ({
    alertChanges: applyAlertChanges({ jobs, hooks }),
    alertNearMiss: applyNearMiss,
    alertFootage: applyAlertFootage,
  }),
  start: async (context) => {
    const deliveries = await startAlertDeliveries(context);
    const takes = await startAlertTakes(context);
    const handlers = alertsRoutes(createAlertsService(context), {
      handling: createAlertHandlingService(context),
      floods: createAlertFloodsService(context),
    });
    const clips = await startAlertLinkClips(context);
    const footage = await startAlertFootage(context);
    const links = alertLinksRoutes(createAlertLinksService(context), createSharedAlertsService(context));
    return {
      routes: [answer('alerts', alertsCalls, handlers), answer('alertLinks', alertLinksCalls, links)],
      stop: async () => {
        await Promise.all([deliveries.stop(), takes.stop(), clips.stop(), footage.stop()]);
      },
    };
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
    { name: 'links that expired', run: (now) => deleteExpiredLinks(database, now) },
    {
      name: 'what was told of alerts',
      run: (now) => deleteOldDeliveries(database, new Date(now.getTime() - keptDeliveriesMs)),
    },
  ],
};
