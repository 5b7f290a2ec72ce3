import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const camerasAudit = {
  names: { camera: { table: 'cameras' } },
  actions: {
    'camera.adopt': 'camera',
    'camera.create': 'camera',
    'camera.move': 'camera',
    'camera.remove': 'camera',
    'camera.update': 'camera',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof camerasAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
