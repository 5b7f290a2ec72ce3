import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of armed alarms into the audit. */
export const armedAlarmsAudit = {
  names: { armedAlarm: { table: 'armed_alarms' } },
  actions: {
    'armedAlarm.arm': 'armedAlarm',
    'armedAlarm.create': 'armedAlarm',
    'armedAlarm.disarm': 'armedAlarm',
    'armedAlarm.remove': 'armedAlarm',
    'armedAlarm.update': 'armedAlarm',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof armedAlarmsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
