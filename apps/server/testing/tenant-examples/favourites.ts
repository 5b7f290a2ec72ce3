import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'favourites.list': () => ({}),
  'favourites.star': ({ cameraId }) => ({ params: { kind: 'camera', entityId: cameraId } }),
  'favourites.unstar': ({ cameraId }) => ({ params: { kind: 'camera', entityId: cameraId } }),
};
