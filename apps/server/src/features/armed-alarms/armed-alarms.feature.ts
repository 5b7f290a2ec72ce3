import { armedAlarmsCalls } from '@sightline/contracts/armed-alarms/armed-alarms.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { alarmHooks } from './alarm-hooks.ts';
import { armedAlarmsAudit } from './armed-alarms.audit.ts';
import { armedAlarmsRoutes } from './armed-alarms.routes.ts';
import { createArmedAlarmsService } from './armed-alarms.service.ts';

/** What people and schedules arm. */
export const armedAlarmsFeature: ServerFeature<ServerContext> = {
  noun: 'armed-alarms',
  audits: armedAlarmsAudit,
  start: (context) => ({
    routes: [answer('armedAlarms', armedAlarmsCalls, armedAlarmsRoutes(createArmedAlarmsService(context)))],
  }),
  hooks: alarmHooks,
  hears: { 'armed-alarms.changed': { rights: null, isQuiet: true } },
};
