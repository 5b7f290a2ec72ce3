import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const cameraPagesAudit = {
  actions: {
    'camera.pageEnd': 'camera',
    'camera.pageOpen': 'camera',
    'camera.pageRefused': 'camera',
    'camera.pageTrust': 'camera',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof cameraPagesAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
