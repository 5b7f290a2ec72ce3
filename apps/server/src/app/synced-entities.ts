import { createCameraSynced } from '../features/cameras/cameras.public.ts';
import { locationPrivacy } from '../features/locations/locations.public.ts';
import { organizationSwitches } from '../features/organizations/organizations.public.ts';
import { camerasReported } from '../features/status/status.public.ts';
import type { EdgeCommands } from '../platform/link/edge-commands.ts';
import { SyncedEntities } from '../platform/sync/synced-entity.ts';
import type { Platform } from './platform.ts';

/** Every kind of entity that cores are told of. What limits cameras comes before them. */
export const syncedEntities = (platform: Platform, edges: EdgeCommands): SyncedEntities =>
  new SyncedEntities([
    organizationSwitches,
    locationPrivacy,
    createCameraSynced({ ...platform, edges, camerasReported }),
  ]);
