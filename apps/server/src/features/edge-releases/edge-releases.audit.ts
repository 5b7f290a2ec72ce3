import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const edgeReleasesAudit = {
  actions: {
    'core-release.remove': 'coreRelease',
    'core-release.upload': 'coreRelease',
    'core-roll-out.cancel': 'coreRollOut',
    'core-roll-out.create': 'coreRollOut',
    'core-roll-out.pause': 'coreRollOut',
    'core-roll-out.resume': 'coreRollOut',
    'core-roll-out.skip': 'coreRollOut',
    'core.roll-back': 'edge',
    'core.update-cancel': 'edge',
    'core.update-software': 'edge',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof edgeReleasesAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
