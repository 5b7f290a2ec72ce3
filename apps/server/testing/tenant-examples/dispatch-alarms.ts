import { hour } from '../example-values.ts';
import { newId } from '../../src/platform/ids/ids.ts';
import type { TenantExamples } from '../tenant-things.ts';

const list = ({ locationId }: { locationId: string }) => ({
  query: { locationId, limit: 20, fromDate: hour.fromUtcMs, toDate: hour.toUtcMs },
});
/** Nothing is dispatched without a monitoring service. */
const nowhere = { params: { id: newId() } };

export const tenantExamples: TenantExamples = {
  'dispatchAlarms.active': list,
  'dispatchAlarms.canceled': list,
  'dispatchAlarms.history': list,
  'dispatchAlarms.check': ({ locationId }) => ({ params: { locationId } }),
  'dispatchAlarms.service': () => ({}),
  'dispatchAlarms.plan': ({ locationId }) => ({ params: { locationId } }),
  'dispatchAlarms.get': () => nowhere,
  'dispatchAlarms.create': ({ locationId }) => ({ body: { locationId } }),
  'dispatchAlarms.cancel': () => ({ ...nowhere, body: {} }),
  'dispatchAlarms.remove': () => nowhere,
};

/** Calls that succeed with a monitoring service. */
export const needsMore = [
  'dispatchAlarms.get',
  'dispatchAlarms.create',
  'dispatchAlarms.cancel',
  'dispatchAlarms.remove',
];
