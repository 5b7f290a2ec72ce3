import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'cameraPages.open': ({ cameraId }) => ({ params: { id: cameraId }, body: {} }),
  'cameraPages.list': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameraPages.end': ({ pageId }) => ({ params: { pageId } }),
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['cameraPages.end', 'cameraPages.open'];
