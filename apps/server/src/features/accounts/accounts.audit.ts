import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const accountsAudit = {
  actions: {
    'account.changeEmail': 'user',
    'account.changePassword': 'user',
    'account.endOtherSessions': 'user',
    'account.endSession': 'user',
    'account.removeIdentity': 'user',
    'account.requestEmailChange': 'user',
    'account.resetPassword': 'user',
    'account.updateProfile': 'user',
    'account.updateSettings': 'user',
    'account.verifyEmail': 'user',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof accountsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
