import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const developerAudit = {
  actions: {
    'developer.read': 'installation',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof developerAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
