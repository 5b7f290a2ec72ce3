import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const auditAudit = {
  actions: {
    'audit.exportCsv': 'audit',
    'audit.mailLog': 'audit',
    'audit.mailReport': 'audit',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof auditAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
