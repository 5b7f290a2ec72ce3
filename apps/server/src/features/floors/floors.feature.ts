import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { at } from '../../platform/features/hooks.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { floorsAudit } from './floors.audit.ts';
import { locationRemoved } from '../locations/locations.public.ts';
import { createBuildingsService, removeBuildingsAt } from './floor-buildings.service.ts';
import { createFloorPlansService } from './floor-plans.service.ts';
import { floorsRoutes } from './floors.routes.ts';
import { createFloorsService } from './floors.service.ts';

/** Buildings of sites, their floors, and what stands on the plans. */
export const floorsFeature: ServerFeature<ServerContext> = {
  noun: 'floors',
  audits: floorsAudit,
  start: (context) => {
    const [buildings, floors] = [createBuildingsService(context), createFloorsService(context)];
    const handlers = floorsRoutes(buildings, floors, createFloorPlansService(context));
    return { routes: [answer('floors', floorsCalls, handlers)] };
  },
  hooks: (context) => [at(locationRemoved, (change, place) => removeBuildingsAt(context, change, place))],
};
