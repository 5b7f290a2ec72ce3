import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'appInfo.get': () => ({}),
  'appInfo.getLegalTexts': () => ({}),
  'appInfo.trackPageView': () => ({ body: { route: '/location/list' } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'appInfo.trackPageView': 'a counter',
};
