import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of YouTube links into the audit. */
export const youtubeLinksAudit = {
  names: { youtubeLink: { table: 'youtube_links' } },
  actions: {
    'youtubeLink.create': 'youtubeLink',
    'youtubeLink.remove': 'youtubeLink',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof youtubeLinksAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
