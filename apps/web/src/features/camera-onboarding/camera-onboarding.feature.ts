import type { WebFeature } from '../../platform/features/web-feature.ts';

/** How cameras are found and added. */
export const cameraOnboardingFeature = {
  noun: 'camera-onboarding',
  texts: {
    cameraOnboarding: {
      en: () => import('../../platform/i18n/locales/en/camera-onboarding.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/camera-onboarding.json', { with: { type: 'json' } }),
    },
  },
  pages: [
    {
      name: 'globalSearch.pages.addCamera',
      to: '/cameras/add',
      about: 'globalSearch.about.addCamera',
      permission: 'CameraCreate',
    },
  ],
  keys: [{ section: 'general', press: ['N'], does: 'shell.keys.addCamera' }],
} as const satisfies WebFeature;
