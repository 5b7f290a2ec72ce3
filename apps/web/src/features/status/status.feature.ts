import type { WebFeature } from '../../platform/features/web-feature.ts';

/** How cameras were over the last days. */
export const statusFeature = {
  noun: 'status',
  texts: {
    status: {
      en: () => import('../../platform/i18n/locales/en/status.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/status.json', { with: { type: 'json' } }),
    },
  },
} as const satisfies WebFeature;
