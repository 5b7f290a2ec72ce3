import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'talk.state': ({ cameraId }) => ({ params: { id: cameraId } }),
  'talk.offer': ({ cameraId }) => ({ params: { id: cameraId }, body: { sdp: 'v=0 and more' } }),
  'talk.candidate': ({ talkId }) => ({ params: { talkId }, body: { candidate: 'candidate:1', mid: '0' } }),
  'talk.renew': ({ talkId }) => ({ params: { talkId }, body: {} }),
  'talk.end': ({ talkId }) => ({ params: { talkId } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'talk.candidate': 'part of a talk; its beginning and its end stand in the audit',
  'talk.renew': 'part of a talk; its beginning and its end stand in the audit',
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['talk.end', 'talk.offer'];
