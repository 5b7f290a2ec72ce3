import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'liveRooms.list': () => ({}),
  'liveRooms.remove': ({ cameraId }) => ({ params: { name: cameraId } }),
  'liveRooms.closeSession': ({ leaseId, cameraId }) => ({ params: { name: cameraId, sessionId: leaseId } }),
  'liveRooms.listAll': () => ({}),
  'liveRooms.removeAny': ({ cameraId }) => ({ params: { name: cameraId } }),
  'liveRooms.closeAnySession': ({ leaseId, cameraId }) => ({ params: { name: cameraId, sessionId: leaseId } }),
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = [
  'liveRooms.closeAnySession',
  'liveRooms.closeSession',
  'liveRooms.remove',
  'liveRooms.removeAny',
];
