import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'liveRooms.list': () => ({}),
  'liveRooms.remove': ({ cameraId }) => ({ params: { name: cameraId } }),
  'liveRooms.closeSession': ({ leaseId, cameraId }) => ({ params: { name: cameraId, sessionId: leaseId } }),
  'liveRooms.listAll': () => ({}),
  'liveRooms.removeAny': ({ cameraId }) => ({ params: { name: cameraId } }),
  'liveRooms.closeAnySession': ({ leaseId, cameraId }) => ({ params: { name: cameraId, sessionId: leaseId } }),
};
