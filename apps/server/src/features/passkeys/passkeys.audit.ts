import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const passkeysAudit = {
  actions: {
    'passkey.add': 'user',
    'passkey.remove': 'user',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof passkeysAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
