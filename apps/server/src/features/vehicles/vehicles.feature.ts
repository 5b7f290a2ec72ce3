import { unsavedVehiclesCalls } from '@sightline/contracts/vehicles/unsaved-vehicles.api';
import { vehicleImportsCalls } from '@sightline/contracts/vehicles/vehicle-imports.api';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { at } from '../../platform/features/hooks.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { eventsKept } from '../events/events.public.ts';
import { switchesChanged } from '../organizations/organizations.public.ts';
import { startVehicleImports } from './imports/import-runner.ts';
import { vehicleImportsRoutes } from './imports/vehicle-imports.routes.ts';
import { createVehicleImportsService } from './imports/vehicle-imports.service.ts';
import { tellVehicles, vehicleList } from './known/vehicle-list.synced.ts';
import { forgetAllPlates } from './unsaved/forget-plates.ts';
import { startPlateWork } from './unsaved/merge-plates.ts';
import { notePlates } from './unsaved/note-plates.ts';
import { createUnsavedVehiclesService } from './unsaved/unsaved-vehicles.service.ts';
import { vehiclesAudit } from './vehicles.audit.ts';
import { vehiclesRoutes } from './vehicles.routes.ts';
import { createVehiclesService } from './vehicles.service.ts';

/** Vehicles that an organization knows. */
export const vehiclesFeature: ServerFeature<ServerContext> = {
  noun: 'vehicles',
  audits: vehiclesAudit,
  synced: () => [vehicleList],
  start: async (context) => {
    const workers = [await startVehicleImports(context), await startPlateWork(context)];
    const unsaved = createUnsavedVehiclesService(context);
    return {
      routes: [
        answer('vehicles', vehiclesCalls, vehiclesRoutes(createVehiclesService(context))),
        answer('unsavedVehicles', unsavedVehiclesCalls, { list: ({ query }, { actor }) => unsaved.list(actor, query) }),
        answer('vehicleImports', vehicleImportsCalls, vehicleImportsRoutes(createVehicleImportsService(context))),
      ],
      stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
    };
  },
  hooks: (context) => [
    at(eventsKept, (work, kept) => notePlates(context, work, kept)),
    at(switchesChanged, async (work, { organizationId, changed }) => {
      if (changed.includes('licensePlates')) await tellVehicles(context, work, { organizationId });
    }),
  ],
  housekeeping: ({ database }) => [{ name: 'plates that nobody saved', run: (now) => forgetAllPlates(database, now) }],
  hears: { 'vehicles.changed': { rights: ['OrganizationDatabaseVehiclesDirectory'], isQuiet: true } },
};
