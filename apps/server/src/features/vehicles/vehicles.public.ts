import type { Work } from '../../platform/database/database.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

/** Vehicles by their plates, for whoever groups them. */
export { listPlates, platesOf } from './vehicle-names.repository.ts';

/** A vehicle is deleted, in the transaction in which it is. */
export const vehicleRemoved =
  hookPoint<[trx: Work, vehicle: { organizationId: string; vehicleId: string }]>('vehicles.removed');
