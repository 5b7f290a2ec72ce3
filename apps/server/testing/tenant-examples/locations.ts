import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'locations.list': () => ({ query: { search: 'a' } }),
  'locations.create': ({ locationId }) => ({ body: { name: 'Gate', parentId: locationId, timeZone: 'Europe/Berlin' } }),
  'locations.get': ({ locationId }) => ({ params: { id: locationId } }),
  'locations.update': ({ locationId }) => ({ params: { id: locationId }, body: { name: 'Renamed' } }),
  'locations.deleteCheck': ({ locationId }) => ({ params: { id: locationId } }),
  'locations.fitting': ({ locationId }) => ({ params: { id: locationId } }),
  'locations.remove': ({ locationId }) => ({ params: { id: locationId } }),
};
