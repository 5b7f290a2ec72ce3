import { join } from 'node:path';
import { streetMapCalls } from '@sightline/contracts/street-map/street-map.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { streetMapRoutes } from './street-map.routes.ts';
import { createStreetMapService } from './street-map.service.ts';

/** The map of streets that whoever runs the installation gave it. */
export const streetMapFeature: ServerFeature<ServerContext> = {
  noun: 'street-map',
  start: ({ config, log }) => {
    const service = createStreetMapService({ file: config.streetMapFile, folder: join(config.dataDir, 'maps'), log });
    return { routes: [answer('streetMap', streetMapCalls, streetMapRoutes(service))] };
  },
};
