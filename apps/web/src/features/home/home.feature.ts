import type { WebFeature } from '../../platform/features/web-feature.ts';

/** What is known of all sites together. */
export const homeFeature = {
  noun: 'home',
  texts: {
    home: {
      en: () => import('../../platform/i18n/locales/en/home.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/home.json', { with: { type: 'json' } }),
    },
  },
  live: () => import('./home.live.ts'),
} as const satisfies WebFeature;
