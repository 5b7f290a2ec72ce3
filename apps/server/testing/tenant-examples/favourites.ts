import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'favourites.list': () => ({}),
  'favourites.star': ({ cameraId }) => ({ params: { kind: 'camera', entityId: cameraId } }),
  'favourites.unstar': ({ cameraId }) => ({ params: { kind: 'camera', entityId: cameraId } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'favourites.star': 'a mark for oneself',
  'favourites.unstar': 'a mark for oneself',
};
