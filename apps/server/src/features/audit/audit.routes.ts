import type { auditCalls } from '@sightline/contracts/audit/audit.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { AuditService } from './audit.service.ts';

/** Handlers of the audit calls. */
export const auditRoutes = (service: AuditService): CallHandlers<typeof auditCalls> => ({
  findByFilter: ({ query, body }, { actor }) => service.find(actor, body, query),
  findAndGroupByDailyEvents: ({ query, body }, { actor }) => service.countByDay(actor, body, query),
  methods: (_input, { actor }) => service.methods(actor),
  exportCsv: async ({ body }, { actor }) => ({
    body: await service.exportCsv(actor, body),
    headers: { 'content-disposition': 'attachment; filename="audit.csv"' },
  }),
  mailReportPdf: (_input, { actor }) => service.mailReport(actor),
  mailLogPdf: (_input, { actor }) => service.mailLog(actor),
  verify: (_input, { actor }) => service.verify(actor),
  verifyRange: ({ query }, { actor }) => service.verifyRange(actor, query),
});
