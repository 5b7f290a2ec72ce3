import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const loginFirewallAudit = {
  actions: {
    'loginFirewall.breakGlass': 'organization',
    'loginFirewall.set': 'organization',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof loginFirewallAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
