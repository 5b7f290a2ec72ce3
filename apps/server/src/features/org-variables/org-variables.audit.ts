import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of variables into the audit: never their values, which stand in the change log. */
export const orgVariablesAudit = {
  names: { orgVariable: { table: 'org_variables' } },
  actions: {
    'orgVariable.create': 'orgVariable',
    'orgVariable.remove': 'orgVariable',
    'orgVariable.update': 'orgVariable',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof orgVariablesAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
