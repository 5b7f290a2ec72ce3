import { hour } from '../example-values.ts';
import type { TenantExamples } from '../tenant-things.ts';

interface FloodThings {
  floodId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends FloodThings {}
}

export const tenantExamples: TenantExamples = {
  'alerts.queue': ({ cameraId, locationId }) => ({
    query: { handling: 'new,taken', severity: 'warning', cameraId, locationId },
  }),
  'alerts.floods': () => ({}),
  'alerts.floodDone': ({ floodId }) => ({ params: { id: floodId }, body: { outcome: 'falseAlarm' } }),
  'alerts.counts': () => ({}),
  'alerts.kept': ({ cameraId }) => ({ query: { cameraId } }),
  'alerts.logs': ({ cameraId }) => ({
    query: { cameraId, timeStart: hour.fromUtcMs, timeEnd: hour.toUtcMs, limit: 20, offset: 0 },
  }),
  'alerts.get': ({ alertId }) => ({ params: { id: alertId } }),
  'alerts.take': ({ alertId }) => ({ params: { id: alertId }, body: { revision: 1 } }),
  'alerts.assign': ({ alertId }) => ({ params: { id: alertId }, body: { revision: 1, userId: null } }),
  'alerts.done': ({ alertId }) => ({ params: { id: alertId }, body: { revision: 1, outcome: 'handled' } }),
  'alerts.comment': ({ alertId }) => ({ params: { id: alertId }, body: { text: 'A fox.' } }),
};
