import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'localGrants.issue': () => ({ body: {} }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'localGrants.issue': 'watching is no change; every camera that is opened with it stands in the audit',
};
