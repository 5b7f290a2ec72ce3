import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of groups into the audit. */
export const orgGroupsAudit = {
  names: { orgGroup: { table: 'org_groups' } },
  actions: {
    'orgGroup.create': 'orgGroup',
    'orgGroup.remove': 'orgGroup',
    'orgGroup.update': 'orgGroup',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof orgGroupsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
