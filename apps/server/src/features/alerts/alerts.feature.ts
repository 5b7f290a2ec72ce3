import type { ServerContext } from '../../platform/features/server-context.ts';
import type { ServerFeature } from '../../platform/features/server-feature.ts';

/** What rules told. */
export const alertsFeature: ServerFeature<ServerContext> = {
  noun: 'alerts',
  link: () => ({ alertChange: async () => false, alertNearMiss: async () => false }),
  hears: {
    'alerts.changed': { rights: ['AlertMonitoring'], isQuiet: true },
    'alerts.changedAtCore': { rights: ['AlertMonitoring'], isQuiet: true },
  },
};
