import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Lines at which cores count who goes in and out. */
export const entrancesFeature = {
  noun: 'entrances',
  texts: {
    entrances: {
      en: () => import('../../platform/i18n/locales/en/entrances.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/entrances.json', { with: { type: 'json' } }),
    },
  },
  live: () => import('./entrances.live.ts'),
} as const satisfies WebFeature;
