import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { vehiclesAudit } from './vehicles.audit.ts';
import { vehiclesRoutes } from './vehicles.routes.ts';
import { createVehiclesService } from './vehicles.service.ts';

/** Vehicles that an organization knows. */
export const vehiclesFeature: ServerFeature<ServerContext> = {
  noun: 'vehicles',
  audits: vehiclesAudit,
  start: (context) => ({
    routes: [answer('vehicles', vehiclesCalls, vehiclesRoutes(createVehiclesService(context)))],
  }),
  hears: { 'vehicles.changed': { rights: ['OrganizationDatabaseVehiclesDirectory'], isQuiet: true } },
};
