import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of entrances into the audit. */
export const entrancesAudit = {
  names: { entrance: { table: 'entrances' } },
  actions: {
    'entrance.correct': 'entrance',
    'entrance.create': 'entrance',
    'entrance.remove': 'entrance',
    'entrance.update': 'entrance',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof entrancesAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
