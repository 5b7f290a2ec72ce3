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

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['developer.setStaff'];
