import type { armedAlarmsCalls } from '@sightline/contracts/armed-alarms/armed-alarms.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { ArmedAlarmsService } from './armed-alarms.service.ts';

/** Handlers of the calls of armed alarms. */
export const armedAlarmsRoutes = (alarms: ArmedAlarmsService): CallHandlers<typeof armedAlarmsCalls> => ({
  list: ({ query }, { actor }) => alarms.list(actor, query),
  get: ({ params }, { actor }) => alarms.get(actor, params.id),
  create: ({ body }, { actor }) => alarms.create(actor, body),
  update: ({ params, body }, { actor }) => alarms.update(actor, params.id, body),
  remove: ({ params }, { actor }) => alarms.remove(actor, params.id),
  arm: ({ params, body }, { actor }) => alarms.arm(actor, params.id, body.state),
});
