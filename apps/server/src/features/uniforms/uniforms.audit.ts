import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of uniforms into the audit. */
export const uniformsAudit = {
  names: { uniform: { table: 'uniforms' } },
  actions: {
    'uniform.remove': 'uniform',
    'uniform.train': 'uniform',
    'uniform.update': 'uniform',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof uniformsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
