import { randomInt } from 'node:crypto';
import { newId } from '../../src/platform/ids/ids.ts';
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

export const tenantExamples: TenantExamples = {
  'vehicles.list': () => ({}),
  'vehicles.create': () => {
    lastPlate = `ab ${String(randomInt(1e12))}`;
    return { body: { plate: lastPlate, owner: 'Noa', make: 'Toyota', color: 'blue' } };
  },
  'unsavedVehicles.list': () => ({}),
  'vehicles.exportCsv': () => ({}),
  'vehicleImports.presign': ({ organizationId }) => ({
    body: { asset: '1700000000000-vans.csv', orgId: organizationId },
  }),
  'vehicleImports.upload': () => ({
    params: { id: newId() },
    query: { expires: 0, session: 'x', signature: 'x' },
  }),
  'vehicleImports.evaluate': ({ organizationId }) => ({
    body: { filePath: `o/${organizationId}/vehicle-imports/${newId()}.csv`, orgId: organizationId },
  }),
  'vehicleImports.get': () => ({ params: { id: newId() } }),
  'vehicleImports.cancel': () => ({ params: { id: newId() } }),
  'vehicles.update': ({ vehiclePlate }) => ({
    params: { plate: vehiclePlate },
    body: { plate: vehiclePlate, owner: 'Tamar', revision: 1 },
  }),
  'vehicles.remove': ({ vehiclePlate }) => ({ params: { plate: vehiclePlate } }),
};

export const makeThings: MakeThings<VehicleThings> = async (make) => {
  const vehicleId = await make('vehicles.create', {});
  return { vehicleId, vehiclePlate: lastPlate };
};

/** Nothing is sent by an address that nobody was given; and a file changes something when it is worked on, which is audited then. */
export const needsMore = ['vehicleImports.upload', 'vehicleImports.evaluate', 'vehicleImports.cancel'];

export const changesNothing = {
  'vehicleImports.presign': 'an address to which nothing is sent yet',
};
