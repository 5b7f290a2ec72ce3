import { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { schedulesAudit } from './schedules.audit.ts';
import { schedulesRoutes } from './schedules.routes.ts';
import { createSchedulesService } from './schedules.service.ts';

/** When things are open. */
export const schedulesFeature: ServerFeature<ServerContext> = {
  noun: 'schedules',
  audits: schedulesAudit,
  start: (context) => ({
    routes: [answer('schedules', schedulesCalls, schedulesRoutes(createSchedulesService(context)))],
  }),
  hears: { 'schedules.changed': { rights: null, isQuiet: true } },
};
