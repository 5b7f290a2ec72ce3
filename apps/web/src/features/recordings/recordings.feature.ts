import type { WebFeature } from '../../platform/features/web-feature.ts';

/** What is recorded, and how it is played. */
export const recordingsFeature = {
  noun: 'recordings',
  texts: {
    recordings: {
      en: () => import('../../platform/i18n/locales/en/recordings.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/recordings.json', { with: { type: 'json' } }),
    },
  },
} as const satisfies WebFeature;
