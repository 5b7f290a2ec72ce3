import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Alerts of armed alarms, gathered until somebody closes them; a tab of the alarm management. */
export const managedAlarmsFeature = {
  noun: 'managed-alarms',
  texts: {
    managedAlarms: {
      en: () => import('../../platform/i18n/locales/en/managed-alarms.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/managed-alarms.json', { with: { type: 'json' } }),
    },
  },
  pages: [
    {
      name: 'managedAlarms.title',
      to: '/alarm-management?tab=manager',
      about: 'managedAlarms.about',
      permission: 'AlarmManagementEdit',
    },
  ],
  live: () => import('./managed-alarms.live.ts'),
} as const satisfies WebFeature;
