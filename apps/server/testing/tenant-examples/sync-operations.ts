import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'syncOperations.lastCommitted': ({ edgeId }) => ({ query: { edgeId } }),
  'syncOperations.next': ({ edgeId }) => ({ query: { edgeId } }),
  'syncOperations.publish': ({ edgeId }) => ({ body: { edgeId, edgeLogId: 1 } }),
  'syncOperations.cancel': ({ edgeId }) => ({ body: { edgeId, edgeLogId: 1 } }),
  'syncOperations.resetPublishCounter': ({ edgeId }) => ({ body: { edgeId, edgeLogId: 1 } }),
  'syncOperations.organization': () => ({}),
  'syncOperations.validate': ({ edgeId }) => ({ query: { edgeId } }),
  'syncOperations.repair': ({ edgeId }) => ({ body: { edgeId } }),
  'syncOperations.adopt': ({ edgeId, cameraId }) => ({ body: { edgeId, entityId: cameraId } }),
  'syncOperations.unsyncedEdges': ({ locationId }) => ({ body: { locationId } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'syncOperations.unsyncedEdges': 'a question',
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['syncOperations.adopt', 'syncOperations.repair'];
