import { managedAlarmsCalls } from '@sightline/contracts/managed-alarms/managed-alarms.api';
import { at } from '../../platform/features/hooks.ts';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { alertOpened } from '../alerts/alerts.public.ts';
import { managedAlarmsAudit } from './managed-alarms.audit.ts';
import { joinAlert } from './managed-alarms.repository.ts';
import { managedAlarmsRoutes } from './managed-alarms.routes.ts';
import { createManagedAlarmsService, timeoutsJob } from './managed-alarms.service.ts';

/** Alerts of armed alarms, gathered until somebody closes them. */
export const managedAlarmsFeature: ServerFeature<ServerContext> = {
  noun: 'managed-alarms',
  audits: managedAlarmsAudit,
  start: (context) => {
    const timeouts = timeoutsJob(context);
    timeouts.start();
    return {
      routes: [answer('managedAlarms', managedAlarmsCalls, managedAlarmsRoutes(createManagedAlarmsService(context)))],
      stop: () => timeouts.stop(),
    };
  },
  hooks: ({ clock }) => [
    at(alertOpened, async (work, { organizationId, alertId, locationId, alarms }) => {
      for (const alarm of alarms) {
        const joining = { organizationId, alertId, alarm, locationId, at: new Date(clock()) };
        const managedAlarmId = await joinAlert(work.trx, joining);
        await work.announce({ kind: 'managed-alarms.changed', managedAlarmId, locationId });
      }
    }),
  ],
  hears: { 'managed-alarms.changed': { rights: ['AlarmManagementEdit'], isQuiet: true } },
};
