import type { AuditVocabulary } from '../../platform/database/audit-vocabulary.ts';

/** What this feature writes into the audit. */
export const userDevicesAudit = {
  actions: {
    'device.register': 'user',
    'device.remove': 'user',
    'device.setNotices': 'user',
    'device.setSchedule': 'user',
    'device.update': 'user',
  },
} as const satisfies AuditVocabulary;

type Actions = (typeof userDevicesAudit)['actions'];

declare module '../../platform/database/audit-vocabulary.ts' {
  interface AuditActions extends Actions {}
}
