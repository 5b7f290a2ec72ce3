import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'cameraPages.open': ({ cameraId }) => ({ params: { id: cameraId }, body: {} }),
  'cameraPages.list': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameraPages.end': ({ pageId }) => ({ params: { pageId } }),
};
