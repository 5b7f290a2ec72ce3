import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'localGrants.issue': () => ({ body: {} }),
};
