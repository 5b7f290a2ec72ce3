import type { TenantExamples } from '../tenant-things.ts';

/** A number and no name: nothing is asked where it leads, and nobody takes anything there. */
const nowhere = { body: { url: 'https://192.88.0.1/hook' } };

export const tenantExamples: TenantExamples = {
  'integrations.list': () => ({}),
  'integrations.details': () => ({}),
  'integrations.saveQuotas': () => ({ body: { vccQuota: 5 } }),
  'integrations.limits': () => ({ query: { service: 'sightline' } }),
  'integrations.vccLogs': () => ({}),
  'integrations.installSlack': () => nowhere,
  'integrations.installTeam3': () => nowhere,
  'integrations.installNoonLight': () => ({ body: { token: 'token', quota: 10 } }),
  'integrations.installSightline': () => ({ body: { quota: 1000 } }),
  'integrations.installImmix': () => ({ body: { host: '192.88.0.1', port: 25 } }),
  'integrations.uninstall': () => ({ params: { service: 'immix' } }),
};

/** Calls that succeed with a service that takes what it is sent. */
export const needsMore = [
  'integrations.installSlack',
  'integrations.installTeam3',
  'integrations.installNoonLight',
  'integrations.installImmix',
  'integrations.uninstall',
];
