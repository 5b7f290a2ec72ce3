import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const linkAudit = {
  actions: {
    'core.cloned': 'edge',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof linkAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
