import type { managedAlarmsCalls } from '@sightline/contracts/managed-alarms/managed-alarms.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { ManagedAlarmsService } from './managed-alarms.service.ts';

/** Handlers of the calls of managed alarms. */
export const managedAlarmsRoutes = (alarms: ManagedAlarmsService): CallHandlers<typeof managedAlarmsCalls> => ({
  list: ({ query }, { actor }) => alarms.list(actor, query),
  stats: (_input, { actor }) => alarms.stats(actor),
  get: ({ params }, { actor }) => alarms.get(actor, params.id),
  alerts: ({ params }, { actor }) => alarms.alerts(actor, params.id),
  alertDetails: ({ params }, { actor }) => alarms.alertDetails(actor, params.id),
  close: ({ params, body }, { actor }) => alarms.close(actor, params.id, body.userId),
  checkTimeouts: (_input, { actor }) => alarms.checkTimeouts(actor),
});
