import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'live.offer': ({ cameraId }) => ({ params: { id: cameraId }, body: { sdp: 'v=0 and more' } }),
  'live.relay': ({ cameraId }) => ({ params: { id: cameraId }, body: {} }),
  'live.candidate': ({ leaseId }) => ({ params: { leaseId }, body: { candidate: 'candidate:1', mid: '0' } }),
  'live.setSession': ({ leaseId }) => ({ params: { leaseId }, body: { transport: 'direct' } }),
  'live.renew': ({ leaseId }) => ({ params: { leaseId }, body: {} }),
  'live.close': ({ leaseId }) => ({ params: { leaseId } }),
};
