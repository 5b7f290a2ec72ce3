import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Doors that cores watch. */
export const doorsFeature = {
  noun: 'doors',
  texts: {
    doors: {
      en: () => import('../../platform/i18n/locales/en/doors.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/doors.json', { with: { type: 'json' } }),
    },
  },
} as const satisfies WebFeature;
