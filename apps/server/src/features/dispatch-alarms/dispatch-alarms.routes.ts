import type { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { DispatchAlarmsService } from './dispatch-alarms.service.ts';

/** Handlers of the calls of dispatch alarms. */
export const dispatchAlarmsRoutes = (alarms: DispatchAlarmsService): CallHandlers<typeof dispatchAlarmsCalls> => ({
  active: ({ query }, { actor }) => alarms.list(actor, 'active', query),
  canceled: ({ query }, { actor }) => alarms.list(actor, 'canceled', query),
  history: ({ query }, { actor }) => alarms.list(actor, 'all', query),
  check: ({ params }, { actor }) => alarms.check(actor, params.locationId),
  service: (_input, { actor }) => alarms.service(actor),
  plan: ({ params }, { actor }) => alarms.plan(actor, params.locationId),
  get: ({ params }, { actor }) => alarms.get(actor, params.id),
  create: ({ body }, { actor }) => alarms.create(actor, body),
  cancel: ({ params }, { actor }) => alarms.cancel(actor, params.id),
  remove: ({ params }, { actor }) => alarms.remove(actor, params.id),
});
