import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const floorsAudit = {
  actions: {
    'building.create': 'building',
    'building.remove': 'building',
    'building.update': 'building',
    'floor.create': 'floor',
    'floor.placeCamera': 'floor',
    'floor.remove': 'floor',
    'floor.removeCamera': 'floor',
    'floor.setPlan': 'floor',
    'floor.update': 'floor',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof floorsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
