import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of doors into the audit. */
export const doorsAudit = {
  names: { door: { table: 'doors' } },
  actions: {
    'door.create': 'door',
    'door.remove': 'door',
    'door.removeUnsaved': 'door',
    'door.save': 'door',
    'door.unsave': 'door',
    'door.update': 'door',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof doorsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
