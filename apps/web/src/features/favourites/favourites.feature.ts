import type { WebFeature } from '../../platform/features/web-feature.ts';

/** What a person keeps at hand. */
export const favouritesFeature = {
  noun: 'favourites',
  texts: {
    favourites: {
      en: () => import('../../platform/i18n/locales/en/favourites.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/favourites.json', { with: { type: 'json' } }),
    },
  },
} as const satisfies WebFeature;
