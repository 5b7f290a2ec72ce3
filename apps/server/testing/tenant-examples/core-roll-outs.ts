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

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = [
  'edgeRollOuts.cancel',
  'edgeRollOuts.create',
  'edgeRollOuts.pause',
  'edgeRollOuts.resume',
  'edgeRollOuts.skip',
];
