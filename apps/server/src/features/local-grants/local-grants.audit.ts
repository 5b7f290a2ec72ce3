import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const localGrantsAudit = {
  actions: {
    'live.local': 'camera',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof localGrantsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
