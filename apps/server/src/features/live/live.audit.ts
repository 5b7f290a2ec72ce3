import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const liveAudit = {
  actions: {
    'liveRoom.remove': 'camera',
    'liveSession.close': 'camera',
    'originals.view': 'camera',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof liveAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
