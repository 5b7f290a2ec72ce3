import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'apiKeys.list': () => ({ query: { page: 1 } }),
  'apiKeys.create': () => ({ body: { name: 'Key', scopes: ['CameraView'], expiresAt: null } }),
  'apiKeys.remove': ({ apiKeyId }) => ({ params: { id: apiKeyId } }),
};
