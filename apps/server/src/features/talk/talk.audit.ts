import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const talkAudit = {
  actions: {
    'camera.talk': 'camera',
    'camera.talkEnd': 'camera',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof talkAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
