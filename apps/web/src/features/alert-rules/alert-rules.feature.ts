import type { WebFeature } from '../../platform/features/web-feature.ts';

/** What is watched for, and whom it is told. */
export const alertRulesFeature = {
  noun: 'alert-rules',
  texts: {
    alertRules: {
      en: () => import('../../platform/i18n/locales/en/alert-rules.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/alert-rules.json', { with: { type: 'json' } }),
    },
  },
} as const satisfies WebFeature;
