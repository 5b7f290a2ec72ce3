import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of webhooks into the audit. */
export const webhooksAudit = {
  names: { webhook: { table: 'webhooks' } },
  actions: {
    'webhook.create': 'webhook',
    'webhook.remove': 'webhook',
    'webhook.resend': 'webhook',
    'webhook.rotate': 'webhook',
    'webhook.switchOff': 'webhook',
    'webhook.test': 'webhook',
    'webhook.update': 'webhook',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof webhooksAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
