import type { vehicleImportsCalls } from '@sightline/contracts/vehicles/vehicle-imports.api';
import type { CallHandlers } from '../../../platform/http/mount.ts';
import type { VehicleImportsService } from './vehicle-imports.service.ts';

/** Handlers of the calls of files of vehicles. */
export const vehicleImportsRoutes = (imports: VehicleImportsService): CallHandlers<typeof vehicleImportsCalls> => ({
  presign: ({ body }, { actor }) => imports.presign(actor, body),
  upload: ({ params, query, body }, { request }) =>
    imports.upload(params.id, { query, address: request.ip, file: body }),
  evaluate: ({ body }, { actor }) => imports.evaluate(actor, body),
  get: ({ params }, { actor }) => imports.get(actor, params.id),
  cancel: ({ params }, { actor }) => imports.cancel(actor, params.id),
});
