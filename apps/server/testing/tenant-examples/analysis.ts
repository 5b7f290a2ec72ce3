import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'analysis.ofEdge': ({ edgeId }) => ({ params: { id: edgeId } }),
};
