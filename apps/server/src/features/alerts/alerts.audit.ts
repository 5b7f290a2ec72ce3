import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const alertsAudit = {
  actions: {
    'alert.assign': 'alert',
    'alert.comment': 'alert',
    'alert.dispatch': 'alert',
    'alert.done': 'alert',
    'alert.flood': 'alert',
    'alert.floodDone': 'alert',
    'alert.keep': 'alert',
    'alert.lapse': 'alert',
    'alert.release': 'alert',
    'alert.reopen': 'alert',
    'alert.share': 'alert',
    'alert.shareEnd': 'alert',
    'alert.shareOpen': 'alert',
    'alert.take': 'alert',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof alertsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
