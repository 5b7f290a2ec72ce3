import { vehicleImportsCalls } from '@sightline/contracts/vehicles/vehicle-imports.api';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { startVehicleImports } from './imports/import-runner.ts';
import { vehicleImportsRoutes } from './imports/vehicle-imports.routes.ts';
import { createVehicleImportsService } from './imports/vehicle-imports.service.ts';
import { vehiclesAudit } from './vehicles.audit.ts';
import { vehiclesRoutes } from './vehicles.routes.ts';
import { createVehiclesService } from './vehicles.service.ts';

/** Vehicles that an organization knows. */
export const vehiclesFeature: ServerFeature<ServerContext> = {
  noun: 'vehicles',
  audits: vehiclesAudit,
  start: async (context) => {
    const imports = await startVehicleImports(context);
    return {
      routes: [
        answer('vehicles', vehiclesCalls, vehiclesRoutes(createVehiclesService(context))),
        answer('vehicleImports', vehicleImportsCalls, vehicleImportsRoutes(createVehicleImportsService(context))),
      ],
      stop: () => imports.stop(),
    };
  },
  hears: { 'vehicles.changed': { rights: ['OrganizationDatabaseVehiclesDirectory'], isQuiet: true } },
};
