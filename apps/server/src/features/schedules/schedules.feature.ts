import type { ServerContext } from '../../platform/features/server-context.ts';
import type { ServerFeature } from '../../platform/features/server-feature.ts';

/** When things are open. */
export const schedulesFeature: ServerFeature<ServerContext> = {
  noun: 'schedules',
  hears: { 'schedules.changed': { rights: null } },
};
