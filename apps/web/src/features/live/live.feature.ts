import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Live pictures. */
export const liveFeature = {
  noun: 'live',
  texts: {
    live: {
      en: () => import('../../platform/i18n/locales/en/live.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/live.json', { with: { type: 'json' } }),
    },
  },
  keys: [
    { section: 'camera', press: ['Space'], does: 'shell.keys.play' },
    { section: 'camera', press: ['←', '→'], does: 'shell.keys.step' },
    { section: 'camera', press: ['J', 'K', 'L'], does: 'shell.keys.speed' },
    { section: 'camera', press: [',', '.'], does: 'shell.keys.frame' },
    { section: 'camera', press: ['+', '−'], does: 'shell.keys.zoom' },
    { section: 'camera', press: ['G'], does: 'shell.keys.jump' },
    { section: 'camera', press: ['F'], does: 'shell.keys.fullScreen' },
    { section: 'camera', press: ['M'], does: 'shell.keys.mute' },
  ],
} as const satisfies WebFeature;
