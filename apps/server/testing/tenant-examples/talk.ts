import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'talk.state': ({ cameraId }) => ({ params: { id: cameraId } }),
  'talk.offer': ({ cameraId }) => ({ params: { id: cameraId }, body: { sdp: 'v=0 and more' } }),
  'talk.candidate': ({ talkId }) => ({ params: { talkId }, body: { candidate: 'candidate:1', mid: '0' } }),
  'talk.renew': ({ talkId }) => ({ params: { talkId }, body: {} }),
  'talk.end': ({ talkId }) => ({ params: { talkId } }),
};
