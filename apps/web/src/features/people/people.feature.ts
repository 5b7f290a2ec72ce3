import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Who is seen: people whom the organization knows, and those whom nobody has named. */
export const peopleFeature = {
  noun: 'people',
  texts: {
    people: {
      en: () => import('../../platform/i18n/locales/en/people.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/people.json', { with: { type: 'json' } }),
    },
  },
} as const satisfies WebFeature;
