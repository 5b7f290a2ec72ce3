import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of integrations into the audit, as of their organization. */
export const integrationsAudit = {
  actions: {
    'integration.install': 'organization',
    'integration.quotas': 'organization',
    'integration.uninstall': 'organization',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof integrationsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
