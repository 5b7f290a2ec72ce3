import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'developer.setStaff': ({ userId }) => ({
    params: { id: userId },
    body: { roles: [], isDeveloper: false, isDevTeam: false, isPartner: false },
  }),
  'developer.environment': () => ({}),
  'developer.heartbeats': () => ({}),
  'developer.analytics': () => ({}),
  'developer.statusChanges': () => ({}),
  'developer.logs': () => ({ query: { level: 'info', search: 'a', limit: 10 } }),
};
