import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Talking through a camera. */
export const talkFeature = {
  noun: 'talk',
  texts: {
    talk: {
      en: () => import('../../platform/i18n/locales/en/talk.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/talk.json', { with: { type: 'json' } }),
    },
  },
  live: () => import('./talk.live.ts'),
  keys: [{ section: 'camera', press: ['T'], does: 'shell.keys.talk' }],
} as const satisfies WebFeature;
