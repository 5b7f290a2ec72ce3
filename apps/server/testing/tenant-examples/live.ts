import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'live.offer': ({ cameraId }) => ({ params: { id: cameraId }, body: { sdp: 'v=0 and more' } }),
  'live.relay': ({ cameraId }) => ({ params: { id: cameraId }, body: {} }),
  'live.candidate': ({ leaseId }) => ({ params: { leaseId }, body: { candidate: 'candidate:1', mid: '0' } }),
  'live.setSession': ({ leaseId }) => ({ params: { leaseId }, body: { transport: 'direct' } }),
  'live.renew': ({ leaseId }) => ({ params: { leaseId }, body: {} }),
  'live.close': ({ leaseId }) => ({ params: { leaseId } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'live.candidate': 'watching is no change',
  'live.close': 'watching is no change',
  'live.offer': 'watching is no change',
  'live.relay': 'watching is no change',
  'live.renew': 'watching is no change',
  'live.setSession': 'watching is no change',
};
