import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'weeklySummary.get': () => ({}),
  'weeklySummary.set': () => ({ body: { isEnabled: true, weekday: 1, hour: 9, timeZone: 'Europe/Berlin' } }),
  'weeklySummary.preview': () => ({ query: { lang: 'he' } }),
  'weeklySummary.sendToMe': () => ({}),
};
