import { hour } from '../example-values.ts';
import type { TenantExamples } from '../tenant-things.ts';

const list = ({ locationId }: { locationId: string }) => ({
  query: { locationId, limit: 20, fromDate: hour.fromUtcMs, toDate: hour.toUtcMs },
});
const one = ({ dispatchAlarmId }: { dispatchAlarmId: string }) => ({ params: { id: dispatchAlarmId } });

interface DispatchThings {
  dispatchAlarmId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends DispatchThings {}
}

export const tenantExamples: TenantExamples = {
  'dispatchAlarms.active': list,
  'dispatchAlarms.canceled': list,
  'dispatchAlarms.history': list,
  'dispatchAlarms.check': ({ locationId }) => ({ params: { locationId } }),
  'dispatchAlarms.service': () => ({}),
  'dispatchAlarms.plan': ({ locationId }) => ({ params: { locationId } }),
  'dispatchAlarms.get': one,
  'dispatchAlarms.create': ({ locationId }) => ({ body: { locationId } }),
  'dispatchAlarms.cancel': (things) => ({ ...one(things), body: {} }),
  'dispatchAlarms.remove': one,
};

/** Calls that succeed with a monitoring service. */
export const needsMore = [
  'dispatchAlarms.get',
  'dispatchAlarms.create',
  'dispatchAlarms.cancel',
  'dispatchAlarms.remove',
];
