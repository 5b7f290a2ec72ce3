import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const weeklySummaryAudit = {
  actions: {
    'weeklySummary.sendToMe': 'organization',
    'weeklySummary.update': 'organization',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof weeklySummaryAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
