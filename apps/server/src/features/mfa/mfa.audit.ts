import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const mfaAudit = {
  actions: {
    'mfa.add': 'user',
    'mfa.remove': 'user',
    'mfa.renewBackupCodes': 'user',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof mfaAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
