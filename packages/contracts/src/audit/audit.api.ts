import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { auditDefaults } from './audit-defaults.ts';
import { auditEntry, auditFilter, auditRangeVerification, auditVerification } from './audit.ts';

const paging = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(auditDefaults.limit),
  cursor: z.string().max(500).optional(),
});

const time = z.coerce.number().int().min(0).max(8_640_000_000_000_000);

export const auditCalls = {
  findByFilter: defineCall({
    method: 'POST',
    path: '/api/v1/audit/find-by-filter',
    permission: 'AuditView',
    summary: 'Lists entries, newest first; without a range those of the last 10 days.',
    query: paging,
    body: auditFilter,
    output: z.object({ items: z.array(auditEntry), nextCursor: z.string().nullable() }),
    errors: ['search_range_invalid'],
  }),
  findAndGroupByDailyEvents: defineCall({
    method: 'POST',
    path: '/api/v1/audit/find-and-group-by-daily-events',
    permission: 'AuditView',
    summary: 'Counts entries by day (of the zone) and method, newest day first.',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(1000).default(auditDefaults.limit),
      timeZone: z.string().max(64).default('UTC'),
    }),
    body: auditFilter,
    output: z.object({
      items: z.array(
        z.object({
          day: z.string().describe('YYYY-MM-DD'),
          methods: z.array(z.object({ method: z.string(), count: z.number().int() })),
        }),
      ),
    }),
    errors: ['search_range_invalid', 'time_zone_unknown'],
  }),
  methods: defineCall({
    method: 'GET',
    path: '/api/v1/audit/methods',
    permission: 'AuditView',
    summary: 'Lists every method that can occur, for the filter.',
    output: z.object({ items: z.array(z.string()) }),
  }),
  exportCsv: defineCall({
    method: 'POST',
    path: '/api/v1/audit/export-csv',
    permission: 'AuditView',
    summary:
      'Streams the matching entries as CSV (UTF-8 with BOM, formulas disarmed), at most 100,000 rows; the last line says when more were left out.',
    body: auditFilter,
    output: z.object({}),
    streams: 'text/csv; charset=utf-8',
    errors: ['search_range_invalid'],
  }),
  mailReportPdf: defineCall({
    method: 'POST',
    path: '/api/v1/audit/report-pdf',
    permission: 'AuditView',
    summary: 'Mails a report (counts by day, person and method of the last 30 days) as PDF to the own address.',
    body: z.object({}).default({}),
    output: z.object({ email: z.string() }),
    status: 202,
    errors: ['rate_limited'],
  }),
  mailLogPdf: defineCall({
    method: 'POST',
    path: '/api/v1/audit/log-pdf',
    permission: 'AuditView',
    summary: 'Mails the entries of the last 10 days as PDF to the own address.',
    body: z.object({}).default({}),
    output: z.object({ email: z.string() }),
    status: 202,
    errors: ['rate_limited'],
  }),
  verify: defineCall({
    method: 'GET',
    path: '/api/v1/audit/verify',
    permission: 'AuditView',
    summary: 'Checks the whole chain of seals of the organization: reads every entry.',
    output: auditVerification,
  }),
  verifyRange: defineCall({
    method: 'GET',
    path: '/api/v1/audit/verify-range',
    permission: 'AuditView',
    summary:
      'Checks the seals of some days, without a range those of the last 10 days; on to the end of the chain unless that is far.',
    query: z.object({ start: time.optional(), end: time.optional() }),
    output: auditRangeVerification,
    errors: ['search_range_invalid'],
  }),
};
