import { randomInt } from 'node:crypto';
import type { MakeThings, TenantExamples } from '../tenant-things.ts';

interface VehicleThings {
  vehicleId: string;
  vehiclePlate: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends VehicleThings {}
}

/** Of the one that was made last: vehicles are changed and deleted by their plates. */
let lastPlate = '';

// An id of nothing in place of a plate is longer than any plate.
const shortened = (plate: string): string => plate.slice(0, 20);

export const tenantExamples: TenantExamples = {
  'vehicles.list': () => ({}),
  'vehicles.create': () => {
    lastPlate = `ab ${String(randomInt(1e12))}`;
    return { body: { plate: lastPlate, owner: 'Noa', make: 'Toyota', color: 'blue' } };
  },
  'vehicles.update': ({ vehiclePlate }) => ({
    params: { plate: shortened(vehiclePlate) },
    body: { plate: shortened(vehiclePlate), owner: 'Tamar', revision: 1 },
  }),
  'vehicles.remove': ({ vehiclePlate }) => ({ params: { plate: shortened(vehiclePlate) } }),
};

export const makeThings: MakeThings<VehicleThings> = async (make) => {
  const vehicleId = await make('vehicles.create', {});
  return { vehicleId, vehiclePlate: lastPlate };
};
