import { IconShieldCheck } from '@tabler/icons-react';
import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Alarms that are given to a monitoring service, and the place where alarms are managed. */
export const dispatchAlarmsFeature = {
  noun: 'dispatch-alarms',
  texts: {
    dispatchAlarms: {
      en: () => import('../../platform/i18n/locales/en/dispatch-alarms.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/dispatch-alarms.json', { with: { type: 'json' } }),
    },
  },
  menus: {
    main: [
      {
        key: 'alarmManagement',
        order: 60,
        name: 'shell.nav.alarmManagement',
        short: 'shell.nav.alarms',
        to: '/alarm-management',
        about: 'dispatchAlarms.about',
        owns: /^\/alarm-management/,
        icon: IconShieldCheck,
        permission: 'AlarmManagementEdit',
        condition: 'alarmDispatch',
      },
    ],
  },
  live: () => import('./dispatch-alarms.live.ts'),
} as const satisfies WebFeature;
