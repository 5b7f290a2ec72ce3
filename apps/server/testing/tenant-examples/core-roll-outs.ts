import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'coreRollOuts.list': () => ({}),
  'coreRollOuts.get': ({ rollOutId }) => ({ params: { id: rollOutId } }),
  'coreRollOuts.candidates': ({ releaseId }) => ({ params: { id: releaseId } }),
  'coreRollOuts.create': ({ edgeId, releaseId }) => ({ body: { releaseId, edgeIds: [edgeId] } }),
  'coreRollOuts.pause': ({ rollOutId }) => ({ params: { id: rollOutId } }),
  'coreRollOuts.resume': ({ rollOutId }) => ({ params: { id: rollOutId } }),
  'coreRollOuts.skip': ({ rollOutId, edgeId }) => ({ params: { id: rollOutId }, body: { edgeId } }),
  'coreRollOuts.cancel': ({ rollOutId }) => ({ params: { id: rollOutId } }),
};
