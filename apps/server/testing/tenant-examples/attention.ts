import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'attention.list': () => ({}),
  'attention.markSeen': ({ cameraId }) => ({ body: { items: [{ key: `camera:${cameraId}`, knownUtcMs: 1 }] } }),
};
