import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of alert rules into the audit. */
export const alertRulesAudit = {
  names: { alertRule: { table: 'alert_rules' } },
  actions: {
    'alertRule.copy': 'alertRule',
    'alertRule.create': 'alertRule',
    'alertRule.import': 'alertRule',
    'alertRule.remove': 'alertRule',
    'alertRule.snooze': 'alertRule',
    'alertRule.test': 'alertRule',
    'alertRule.update': 'alertRule',
    'camera.mute': 'camera',
    'camera.unmute': 'camera',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof alertRulesAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
