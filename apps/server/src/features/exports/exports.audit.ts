import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const exportsAudit = {
  actions: {
    'export.cancel': 'export',
    'export.create': 'export',
    'export.share': 'export',
    'export.shareEnd': 'export',
    'export.shareOpen': 'export',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof exportsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
