import { accessEventsCalls } from '@sightline/contracts/access-events/access-events.api';
import { at } from '../../platform/features/hooks.ts';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { doorRemoved } from '../doors/doors.public.ts';
import { forgetDoor, forgetOld } from './access-events.repository.ts';
import { accessEventsRoutes } from './access-events.routes.ts';
import { createAccessEventsService } from './access-events.service.ts';

/** As long as it is known how doors were. */
const keptMs = 400 * 86_400_000;

/** What access systems say of doors. */
export const accessEventsFeature: ServerFeature<ServerContext> = {
  noun: 'access-events',
  start: (context) => ({
    routes: [answer('accessEvents', accessEventsCalls, accessEventsRoutes(createAccessEventsService(context)))],
  }),
  hooks: () => [
    at(doorRemoved, async (work, { isDeleted, ...door }) => {
      if (isDeleted) await forgetDoor(work.trx, door);
    }),
  ],
  hears: { 'access-events.told': { rights: ['CameraView'], alsoHolds: 'AccessEvents', isQuiet: true } },
  housekeeping: ({ database }) => [
    { name: 'access events', run: (now) => forgetOld(database, new Date(now.getTime() - keptMs)) },
  ],
};
