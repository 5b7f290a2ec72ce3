import type { WebFeature } from '../../platform/features/web-feature.ts';

/** What people and schedules arm. */
export const armedAlarmsFeature = {
  noun: 'armed-alarms',
  texts: {
    armedAlarms: {
      en: () => import('../../platform/i18n/locales/en/armed-alarms.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/armed-alarms.json', { with: { type: 'json' } }),
    },
  },
} as const satisfies WebFeature;
