import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const usersAudit = {
  names: { user: { table: 'auth.user', isGlobal: true, hasTextIds: true } },
  actions: {
    'invite.cancel': 'invite',
    'invite.create': 'invite',
    'invite.resend': 'invite',
    'staff.findAll': 'user',
    'staff.set': 'user',
    'support.accept': 'organization',
    'support.begin': 'organization',
    'support.end': 'organization',
    'support.remove': 'organization',
    'support.update': 'organization',
    'user.join': 'user',
    'user.leave': 'user',
    'user.remove': 'user',
    'user.update': 'user',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof usersAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
