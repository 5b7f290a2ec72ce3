import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'audit.findByFilter': () => ({ query: { limit: 30 }, body: {} }),
  'audit.findAndGroupByDailyEvents': () => ({ query: { limit: 30, timeZone: 'Europe/Berlin' }, body: {} }),
  'audit.methods': () => ({}),
  'audit.exportCsv': () => ({ body: { events: ['camera.update'] } }),
  'audit.mailReportPdf': () => ({ body: {} }),
  'audit.mailLogPdf': () => ({ body: {} }),
  'audit.verify': () => ({}),
  'audit.verifyRange': () => ({ query: {} }),
};
