import { join } from 'node:path';
import { attentionCalls } from '@sightline/contracts/attention/attention.api';
import { favouritesCalls } from '@sightline/contracts/favourites/favourites.api';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import { homeCalls } from '@sightline/contracts/home/home.api';
import { streetMapCalls } from '@sightline/contracts/street-map/street-map.api';
import type { FastifyInstance } from 'fastify';
import { attentionRoutes } from '../features/attention/attention.routes.ts';
import { createAttentionService } from '../features/attention/attention.service.ts';
import { favouritesRoutes } from '../features/favourites/favourites.routes.ts';
import { createFavouritesService } from '../features/favourites/favourites.service.ts';
import { createBuildingsService } from '../features/floors/floor-buildings.service.ts';
import { createFloorPlansService } from '../features/floors/floor-plans.service.ts';
import { floorsRoutes } from '../features/floors/floors.routes.ts';
import { createFloorsService } from '../features/floors/floors.service.ts';
import { homeRoutes } from '../features/home/home.routes.ts';
import { createHomeService } from '../features/home/home.service.ts';
import { streetMapRoutes } from '../features/street-map/street-map.routes.ts';
import { createStreetMapService } from '../features/street-map/street-map.service.ts';
import { mountCalls } from '../platform/http/mount.ts';
import type { EdgeCommands } from '../platform/link/edge-commands.ts';
import type { ServerConfig } from './config.ts';
import type { Platform } from './platform.ts';

/** Home of the sites, what needs somebody and what is starred there, the map that they are on, and the plans of their floors. */
export function mountHome(
  app: FastifyInstance,
  platform: Platform,
  { config, edges }: { config: ServerConfig; edges: EdgeCommands },
): void {
  const { streetMapFile, dataDir } = config;
  mountCalls(app, 'home', { calls: homeCalls, handlers: homeRoutes(createHomeService(platform)) });
  mountCalls(app, 'attention', {
    calls: attentionCalls,
    handlers: attentionRoutes(createAttentionService({ ...platform, edges })),
  });
  mountCalls(app, 'favourites', {
    calls: favouritesCalls,
    handlers: favouritesRoutes(createFavouritesService(platform)),
  });
  const streetMap = createStreetMapService({ file: streetMapFile, folder: join(dataDir, 'maps'), log: platform.log });
  mountCalls(app, 'streetMap', { calls: streetMapCalls, handlers: streetMapRoutes(streetMap) });
  const plans = createFloorPlansService({ ...platform, memberOf: platform.sessions.memberOf });
  const handlers = floorsRoutes(createBuildingsService(platform), createFloorsService(platform), plans);
  mountCalls(app, 'floors', { calls: floorsCalls, handlers });
}
