import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const apiKeysAudit = {
  names: { apiKey: { table: 'api_keys' } },
  actions: {
    'apiKey.create': 'apiKey',
    'apiKey.remove': 'apiKey',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof apiKeysAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
