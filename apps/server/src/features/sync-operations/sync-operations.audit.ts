import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const syncOperationsAudit = {
  actions: {
    'core.sync.cancel': 'edge',
    'core.sync.repair': 'edge',
    'core.sync.reset': 'edge',
    'core.sync.retry': 'edge',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof syncOperationsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
