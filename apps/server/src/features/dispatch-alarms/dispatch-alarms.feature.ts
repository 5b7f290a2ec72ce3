import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { dispatchAlarmsAudit } from './dispatch-alarms.audit.ts';
import { dispatchAlarmsRoutes } from './dispatch-alarms.routes.ts';
import { createDispatchAlarmsService } from './dispatch-alarms.service.ts';
import { startDispatching } from './dispatch-delivery.ts';
import { startDispatchNotices } from './dispatch-notices.ts';
import { DispatchServices } from './installed-dispatch.ts';

interface Given {
  dispatchServices: DispatchServices;
}

/** Alarms that are given to a monitoring service, which sends help. */
export const dispatchAlarmsFeature: ServerFeature<ServerContext & Given, Given> = {
  noun: 'dispatch-alarms',
  audits: dispatchAlarmsAudit,
  gives: () => ({ dispatchServices: new DispatchServices() }),
  start: async (context) => {
    const deps = { ...context, findDispatch: context.dispatchServices.find };
    const workers = [await startDispatching(deps), await startDispatchNotices(context)];
    const handlers = dispatchAlarmsRoutes(createDispatchAlarmsService(deps));
    return {
      routes: [answer('dispatchAlarms', dispatchAlarmsCalls, handlers)],
      stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
    };
  },
  hears: { 'dispatch-alarms.changed': { rights: ['AlarmManagementEdit'], isQuiet: true } },
};
