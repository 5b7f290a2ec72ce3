import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of event tags into the audit. */
export const eventTagsAudit = {
  names: { eventTag: { table: 'event_tags' } },
  actions: {
    'eventTag.create': 'eventTag',
    'eventTag.remove': 'eventTag',
    'eventTag.update': 'eventTag',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof eventTagsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
