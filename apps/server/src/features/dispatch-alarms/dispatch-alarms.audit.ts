import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What is written of dispatch alarms into the audit, each under the name of its location. */
export const dispatchAlarmsAudit = {
  actions: {
    'dispatchAlarm.accept': 'dispatchAlarm',
    'dispatchAlarm.cancel': 'dispatchAlarm',
    'dispatchAlarm.create': 'dispatchAlarm',
    'dispatchAlarm.end': 'dispatchAlarm',
    'dispatchAlarm.keep': 'dispatchAlarm',
    'dispatchAlarm.refuse': 'dispatchAlarm',
    'dispatchAlarm.remove': 'dispatchAlarm',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof dispatchAlarmsAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
