import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const sessionsAudit = {
  actions: {
    'session.signIn': 'user',
    'session.signInRefused': ['user', 'authProvider'],
    'session.signOut': 'user',
    'session.switch': 'organization',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof sessionsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
