import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'appInfo.get': () => ({}),
  'appInfo.getLegalTexts': () => ({}),
  'appInfo.trackPageView': () => ({ body: { route: '/location/list' } }),
};
