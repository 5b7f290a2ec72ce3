import { signed } from '../example-values.ts';
import type { MakeThings, TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'floors.buildings': ({ locationId }) => ({ params: { id: locationId } }),
  'floors.createBuilding': ({ locationId }) => ({ params: { id: locationId }, body: { name: 'House' } }),
  'floors.getBuilding': ({ buildingId }) => ({ params: { id: buildingId } }),
  'floors.updateBuilding': ({ buildingId }) => ({ params: { id: buildingId }, body: { name: 'Renamed' } }),
  'floors.removeBuilding': ({ buildingId }) => ({ params: { id: buildingId } }),
  'floors.createFloor': ({ buildingId }) => ({
    params: { id: buildingId },
    body: { name: 'Ground', level: 0, widthM: 40 },
  }),
  'floors.get': ({ floorId }) => ({ params: { id: floorId } }),
  'floors.update': ({ floorId }) => ({ params: { id: floorId }, body: { name: 'Renamed' } }),
  'floors.setPlan': ({ floorId }) => ({ params: { id: floorId } }),
  'floors.plan': ({ floorId }) => ({ params: { id: floorId }, query: signed }),
  'floors.placeCamera': ({ floorId, cameraId }) => ({
    params: { id: floorId, cameraId },
    body: { x: 0.5, y: 0.5, headingDeg: 90, fovDeg: 80, rangeM: 12 },
  }),
  'floors.removeCamera': ({ floorId, cameraId }) => ({ params: { id: floorId, cameraId } }),
  'floors.remove': ({ floorId }) => ({ params: { id: floorId } }),
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['floors.setPlan'];

interface FloorThings {
  buildingId: string;
  floorId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends FloorThings {}
}

export const makeThings: MakeThings<FloorThings> = async (make, things) => {
  const buildingId = await make('floors.createBuilding', things);
  return { buildingId, floorId: await make('floors.createFloor', { buildingId }) };
};
