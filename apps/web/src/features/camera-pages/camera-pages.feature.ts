import type { WebFeature } from '../../platform/features/web-feature.ts';

/** The device's own pages, opened through its core. */
export const cameraPagesFeature = {
  noun: 'camera-pages',
  texts: {
    cameraPages: {
      en: () => import('../../platform/i18n/locales/en/camera-pages.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/camera-pages.json', { with: { type: 'json' } }),
    },
  },
} as const satisfies WebFeature;
