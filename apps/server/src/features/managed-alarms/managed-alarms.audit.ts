import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of managed alarms into the audit. */
export const managedAlarmsAudit = {
  names: { managedAlarm: { table: 'managed_alarms' } },
  actions: { 'managedAlarm.close': 'managedAlarm', 'managedAlarm.timeout': 'managedAlarm' },
} as const satisfies AuditVocabulary;

type Actions = (typeof managedAlarmsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
