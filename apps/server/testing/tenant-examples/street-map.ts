import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'streetMap.get': () => ({}),
  'streetMap.read': () => ({ params: { version: 'x' } }),
};
