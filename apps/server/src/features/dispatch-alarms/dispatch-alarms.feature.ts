import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { dispatchAlarmsAudit } from './dispatch-alarms.audit.ts';
import { dispatchAlarmsRoutes } from './dispatch-alarms.routes.ts';
import { createDispatchAlarmsService } from './dispatch-alarms.service.ts';

/** Alarms that are given to a monitoring service, which sends help. */
export const dispatchAlarmsFeature: ServerFeature<ServerContext> = {
  noun: 'dispatch-alarms',
  audits: dispatchAlarmsAudit,
  start: (context) => {
    // No monitoring service can be installed yet: every alarm is refused with what to do instead.
    const service = createDispatchAlarmsService({ ...context, findDispatch: async () => undefined });
    return { routes: [answer('dispatchAlarms', dispatchAlarmsCalls, dispatchAlarmsRoutes(service))] };
  },
  hears: { 'dispatch-alarms.changed': { rights: ['AlarmManagementEdit'], isQuiet: true } },
};
