import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'globalSearch.find': () => ({ query: { query: 'a' } }),
  'globalSearch.known': ({ cameraId }) => ({ query: { ids: cameraId } }),
};
