import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Signing in, and what may be seen since. */
export const sessionsFeature = {
  noun: 'sessions',
  texts: {
    sessions: {
      en: () => import('../../platform/i18n/locales/en/sessions.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/sessions.json', { with: { type: 'json' } }),
    },
  },
  live: () => import('./sessions.live.ts'),
} as const satisfies WebFeature;
