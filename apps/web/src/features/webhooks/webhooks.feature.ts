import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Places outside that are told what happens. */
export const webhooksFeature = {
  noun: 'webhooks',
  texts: {
    webhooks: {
      en: () => import('../../platform/i18n/locales/en/webhooks.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/webhooks.json', { with: { type: 'json' } }),
    },
  },
} as const satisfies WebFeature;
