import type { WebFeature } from '../../platform/features/web-feature.ts';

/** What cores recognise, camera by camera. */
export const analysisFeature = {
  noun: 'analysis',
  texts: {
    analysis: {
      en: () => import('../../platform/i18n/locales/en/analysis.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/analysis.json', { with: { type: 'json' } }),
    },
  },
} as const satisfies WebFeature;
