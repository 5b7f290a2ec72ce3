import type { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { SchedulesService } from './schedules.service.ts';

/** Handlers of the calls of schedules. */
export const schedulesRoutes = (schedules: SchedulesService): CallHandlers<typeof schedulesCalls> => ({
  list: ({ query }, { actor }) => schedules.list(actor, query),
  names: (_input, { actor }) => schedules.names(actor),
  get: ({ params }, { actor }) => schedules.get(actor, params.id),
  create: ({ body }, { actor }) => schedules.create(actor, body),
  update: ({ params, body }, { actor }) => schedules.update(actor, params.id, body),
  remove: ({ params }, { actor }) => schedules.remove(actor, params.id),
});
