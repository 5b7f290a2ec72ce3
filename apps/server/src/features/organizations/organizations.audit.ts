import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const organizationsAudit = {
  names: { organization: { table: 'organizations', isGlobal: true } },
  actions: {
    'organization.create': 'organization',
    'organization.nameDefault': 'organization',
    'organization.update': 'organization',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof organizationsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
