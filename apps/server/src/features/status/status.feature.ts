import { statusCalls } from '@sightline/contracts/status/status.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { expireStatusHistory } from './status-retention.ts';
import { statusRoutes } from './status.routes.ts';
import { createStatusService } from './status.service.ts';
import { at } from '../../platform/features/hooks.ts';
import { camerasForgotten } from '../cameras/cameras.public.ts';
import { applyCameraParts, camerasReported, edgeLinkChanged } from './status-link.ts';
import { startStatusWatch } from './status-watch.ts';

/** How cameras, cores and locations are, now and before. */
export const statusFeature: ServerFeature<ServerContext> = {
  noun: 'status',
  link: ({ hooks }) => ({
    cameraParts: applyCameraParts,
    camerasReported: camerasReported(hooks),
    edgeLinkChanged: edgeLinkChanged(hooks),
  }),
  hooks: ({ hooks }) => [at(camerasForgotten, camerasReported(hooks))],
  start: async (context) => {
    const watch = await startStatusWatch(context);
    return {
      routes: [answer('status', statusCalls, statusRoutes(createStatusService(context)))],
      stop: () => watch.stop(),
    };
  },
  housekeeping: ({ database }) => [
    { name: 'status history', run: (now) => expireStatusHistory(database, now.getTime()) },
  ],
};
