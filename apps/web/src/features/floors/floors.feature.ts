import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Buildings, their floors and where cameras hang. */
export const floorsFeature = {
  noun: 'floors',
  texts: {
    floors: {
      en: () => import('../../platform/i18n/locales/en/floors.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/floors.json', { with: { type: 'json' } }),
    },
  },
  pages: [
    {
      name: 'globalSearch.pages.floors',
      to: '/location/floors',
      about: 'globalSearch.about.floors',
      permission: 'LocationView',
    },
  ],
} as const satisfies WebFeature;
