import { startAttentionLive } from '../features/attention/attention.live.ts';
import { startCamerasLive } from '../features/cameras/cameras.live.ts';
import { startEdgesLive } from '../features/edges/edges.live.ts';
import { startExportsLive } from '../features/exports/exports.live.ts';
import { startLocationsLive } from '../features/locations/locations.live.ts';
import { startOrganizationsLive } from '../features/organizations/organizations.live.ts';
import { startPermissionGroupsLive } from '../features/permission-groups/permission-groups.live.ts';
import { startSessionsLive } from '../features/sessions/sessions.live.ts';
import { startTalkLive } from '../features/talk/talk-queries.ts';
import { startUsersLive } from '../features/users/users.live.ts';

/** Every feature that hears realtime events; one line each. */
const features = [
  startAttentionLive,
  startCamerasLive,
  startEdgesLive,
  startExportsLive,
  startLocationsLive,
  startOrganizationsLive,
  startPermissionGroupsLive,
  startSessionsLive,
  startTalkLive,
  startUsersLive,
];

/** Lets every feature keep its part of the cache fresh; answers how to stop. */
export const startRealtimeFeatures = (): (() => void) => {
  const stops = features.map((start) => start());
  return () => stops.forEach((stop) => stop());
};
