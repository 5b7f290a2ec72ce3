import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'organizations.create': () => ({ body: { name: 'Another', color: '#336699' } }),
  'organizations.getCurrent': () => ({}),
  'organizations.updateCurrent': () => ({ body: { name: 'Renamed' } }),
  'organizations.getAnalyticsSwitches': () => ({}),
  'organizations.setAnalyticsSwitches': () => ({ body: { forklift: false } }),
  // A name that none has: the organization of the test must outlive it.
  'organizations.removeCurrent': () => ({ body: { name: 'No such name' } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'organizations.removeCurrent': 'takes its audit with it; who did it stays in deleted_organizations',
};
