import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'edgeReleases.list': () => ({}),
  'edgeReleases.upload': () => ({}),
  'edgeReleases.uploadPart': () => ({ params: { file: '10-1' }, query: { totalBytes: 10 } }),
  'edgeReleases.remove': ({ releaseId }) => ({ params: { id: releaseId } }),
  'edgeReleases.software': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edgeReleases.update': ({ edgeId, releaseId }) => ({ params: { id: edgeId }, body: { releaseId } }),
  'edgeReleases.rollBack': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edgeReleases.cancel': ({ edgeId }) => ({ params: { id: edgeId } }),
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = [
  'edgeReleases.cancel',
  'edgeReleases.rollBack',
  'edgeReleases.update',
  'edgeReleases.upload',
  'edgeReleases.uploadPart',
];
