import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'coreReleases.list': () => ({}),
  'coreReleases.upload': () => ({}),
  'coreReleases.uploadPart': () => ({ params: { file: '10-1' }, query: { totalBytes: 10 } }),
  'coreReleases.remove': ({ releaseId }) => ({ params: { id: releaseId } }),
  'coreReleases.software': ({ edgeId }) => ({ params: { id: edgeId } }),
  'coreReleases.update': ({ edgeId, releaseId }) => ({ params: { id: edgeId }, body: { releaseId } }),
  'coreReleases.rollBack': ({ edgeId }) => ({ params: { id: edgeId } }),
  'coreReleases.cancel': ({ edgeId }) => ({ params: { id: edgeId } }),
};
