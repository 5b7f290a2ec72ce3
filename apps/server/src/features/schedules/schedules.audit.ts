import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of schedules into the audit. */
export const schedulesAudit = {
  names: { schedule: { table: 'schedules' } },
  actions: {
    'schedule.create': 'schedule',
    'schedule.remove': 'schedule',
    'schedule.update': 'schedule',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof schedulesAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
