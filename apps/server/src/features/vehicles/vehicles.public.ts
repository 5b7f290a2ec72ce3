import type { MemberActor } from '../../platform/auth/actor.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

/** Vehicles by their plates, for whoever groups them. */
export { listPlates, platesOf } from './vehicle-names.repository.ts';

interface ChangedVehicle {
  organizationId: string;
  vehicleId: string;
}

/** A vehicle is deleted, in the transaction in which it is. */
export const vehicleRemoved = hookPoint<[work: ChangeWork, vehicle: ChangedVehicle]>('vehicles.removed');

/** Before a vehicle is deleted; throws what keeps it. */
export const vehicleLeaves = hookPoint<[trx: Work, actor: MemberActor, vehicleId: string]>('vehicles.leaves');

/** A vehicle has another plate than before. */
export const plateChanged = hookPoint<[work: ChangeWork, vehicle: ChangedVehicle]>('vehicles.plateChanged');
