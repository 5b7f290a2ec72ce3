import type { ChangeWork } from '../../platform/database/changes.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

/** Vehicles by their plates, for whoever groups them. */
export { listPlates, platesOf } from './vehicle-names.repository.ts';

interface ChangedVehicle {
  organizationId: string;
  vehicleId: string;
}

/** A vehicle is deleted, in the transaction in which it is. */
export const vehicleRemoved = hookPoint<[work: ChangeWork, vehicle: ChangedVehicle]>('vehicles.removed');

/** A vehicle has another plate than before. */
export const plateChanged = hookPoint<[work: ChangeWork, vehicle: ChangedVehicle]>('vehicles.plateChanged');
