import type { WebFeature } from '../../platform/features/web-feature.ts';

/** What a camera can be told to do: picture, head, account. */
export const cameraDevicesFeature = {
  noun: 'camera-devices',
  texts: {
    cameraDevices: {
      en: () => import('../../platform/i18n/locales/en/camera-devices.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/camera-devices.json', { with: { type: 'json' } }),
    },
  },
  pages: [
    {
      name: 'cameraDevices.credentials.title',
      to: '/cameras/accounts',
      about: 'globalSearch.about.cameraAccounts',
      permission: 'CameraEdit',
    },
  ],
} as const satisfies WebFeature;
