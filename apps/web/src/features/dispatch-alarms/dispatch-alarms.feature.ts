import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Alarms that are given to a monitoring service. */
export const dispatchAlarmsFeature = {
  noun: 'dispatch-alarms',
  texts: {
    dispatchAlarms: {
      en: () => import('../../platform/i18n/locales/en/dispatch-alarms.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/dispatch-alarms.json', { with: { type: 'json' } }),
    },
  },
} as const satisfies WebFeature;
