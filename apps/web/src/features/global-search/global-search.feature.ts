import type { WebFeature } from '../../platform/features/web-feature.ts';

/** The search over everything, from anywhere. */
export const globalSearchFeature = {
  noun: 'global-search',
  texts: {
    globalSearch: {
      en: () => import('../../platform/i18n/locales/en/global-search.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/global-search.json', { with: { type: 'json' } }),
    },
  },
  keys: [{ section: 'general', press: ['Ctrl', 'K'], does: 'globalSearch.title' }],
} as const satisfies WebFeature;
