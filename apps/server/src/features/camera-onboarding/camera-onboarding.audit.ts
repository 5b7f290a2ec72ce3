import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const cameraOnboardingAudit = {
  actions: {
    'core.scan': 'edge',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof cameraOnboardingAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
