import { hour } from '../example-values.ts';
import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'managedAlarms.list': ({ locationId }) => ({
    query: { locationId, status: 0, page: 1, limit: 20, fromDate: hour.fromUtcMs, toDate: hour.toUtcMs },
  }),
  'managedAlarms.stats': () => ({}),
  'managedAlarms.get': ({ managedAlarmId }) => ({ params: { id: managedAlarmId } }),
  'managedAlarms.alerts': ({ managedAlarmId }) => ({ params: { id: managedAlarmId } }),
  'managedAlarms.alertDetails': ({ managedAlarmId }) => ({ params: { id: managedAlarmId } }),
  'managedAlarms.close': ({ managedAlarmId }) => ({ params: { id: managedAlarmId }, body: {} }),
  'managedAlarms.checkTimeouts': () => ({ body: {} }),
};

/** Calls of which nothing need stand in the audit, with the reason. */
export const changesNothing = {
  'managedAlarms.checkTimeouts': 'nothing is over: what is stands there with its name',
};
