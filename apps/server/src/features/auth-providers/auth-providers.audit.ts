import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const authProvidersAudit = {
  names: { authProvider: { table: 'auth_providers' } },
  actions: {
    'account.addIdentity': 'authProvider',
    'account.linkIdentity': 'authProvider',
    'authProvider.admit': 'authProvider',
    'authProvider.create': 'authProvider',
    'authProvider.proveDomain': 'organization',
    'authProvider.remove': 'authProvider',
    'authProvider.update': 'authProvider',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof authProvidersAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
