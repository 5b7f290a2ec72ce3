import type { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { VehiclesService } from './vehicles.service.ts';

/** Handlers of the calls of vehicles. */
export const vehiclesRoutes = (vehicles: VehiclesService): CallHandlers<typeof vehiclesCalls> => ({
  list: ({ query }, { actor }) => vehicles.list(actor, query),
  exportCsv: async ({ query }, { actor }) => vehicles.exportCsv(actor, query),
  create: ({ body }, { actor }) => vehicles.create(actor, body),
  update: ({ params, body }, { actor }) => vehicles.update(actor, params.plate, body),
  remove: ({ params }, { actor }) => vehicles.remove(actor, params.plate),
});
