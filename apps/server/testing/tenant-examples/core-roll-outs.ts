import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'edgeRollOuts.list': () => ({}),
  'edgeRollOuts.get': ({ rollOutId }) => ({ params: { id: rollOutId } }),
  'edgeRollOuts.candidates': ({ releaseId }) => ({ params: { id: releaseId } }),
  'edgeRollOuts.create': ({ edgeId, releaseId }) => ({ body: { releaseId, edgeIds: [edgeId] } }),
  'edgeRollOuts.pause': ({ rollOutId }) => ({ params: { id: rollOutId } }),
  'edgeRollOuts.resume': ({ rollOutId }) => ({ params: { id: rollOutId } }),
  'edgeRollOuts.skip': ({ rollOutId, edgeId }) => ({ params: { id: rollOutId }, body: { edgeId } }),
  'edgeRollOuts.cancel': ({ rollOutId }) => ({ params: { id: rollOutId } }),
};
