import { statusCalls } from '@sightline/contracts/status/status.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { expireStatusHistory } from './status.public.ts';
import { statusRoutes } from './status.routes.ts';
import { createStatusService } from './status.service.ts';
import { statusWatch } from './status-watch.ts';

/** How cameras, cores and locations are, now and before. */
export const statusFeature: ServerFeature<ServerContext> = {
  noun: 'status',
  start: (context) => {
    const watch = statusWatch(context);
    watch.start();
    return {
      routes: [answer('status', statusCalls, statusRoutes(createStatusService(context)))],
      stop: () => watch.stop(),
    };
  },
  housekeeping: ({ database }) => [
    { name: 'status history', run: (now) => expireStatusHistory(database, now.getTime()) },
  ],
};
