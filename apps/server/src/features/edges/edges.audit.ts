import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const edgesAudit = {
  names: { edge: { table: 'edges' } },
  actions: {
    'core.claim': 'edge',
    'core.claim-code': 'edge',
    'core.create': 'edge',
    'core.dhcp': 'edge',
    'core.dhcp.release': 'edge',
    'core.dhcp.reserve': 'edge',
    'core.recovery-document': 'edge',
    'core.remove': 'edge',
    'core.replace': 'edge',
    'core.replacement-code': 'edge',
    'core.revoke': 'edge',
    'core.update': 'edge',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof edgesAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
