import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const locationsAudit = {
  names: { location: { table: 'locations' } },
  actions: {
    'location.create': 'location',
    'location.remove': 'location',
    'location.update': 'location',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof locationsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
