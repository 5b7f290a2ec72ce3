import { liveCalls } from '@sightline/contracts/live/live.api';
import { liveRoomsCalls } from '@sightline/contracts/live/live-rooms.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { liveAudit } from './live.audit.ts';
import { liveRoomsRoutes } from './live-rooms.routes.ts';
import { createLiveRoomsService } from './live-rooms.service.ts';
import { liveRoutes, mountRelays } from './live.routes.ts';
import { LiveService } from './live.service.ts';

/** Watching cameras, and who watches what. */
export const liveFeature: ServerFeature<ServerContext> = {
  noun: 'live',
  audits: liveAudit,
  start: (context) => {
    const { iceServers, turn } = context.config;
    const live = new LiveService({ ...context, iceServers, turn });
    live.start();
    return {
      routes: [
        answer('live', liveCalls, liveRoutes(live)),
        answer('liveRooms', liveRoomsCalls, liveRoomsRoutes(createLiveRoomsService({ ...context, live }))),
        (app) => mountRelays(app, live, context.serverUrl),
      ],
      stop: () => live.stop(),
    };
  },
};
