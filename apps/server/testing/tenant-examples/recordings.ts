import { hour } from '../example-values.ts';
import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'recordings.coverage': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
  'recordings.days': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
  'recordings.storage': ({ edgeId, cameraId }) => ({
    body: { edgeId, cameraId, start: hour.fromUtcMs, end: hour.toUtcMs },
  }),
  'recordings.storageOfEdge': ({ edgeId }) => ({ params: { id: edgeId } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'recordings.storage': 'a question',
};
