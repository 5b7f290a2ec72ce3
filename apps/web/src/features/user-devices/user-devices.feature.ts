import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { accountArea } from '../../platform/routes/frames.ts';

const devices = createRoute({
  getParentRoute: () => accountArea,
  path: '/account/devices',
  component: lazyRouteComponent(() => import('./user-devices-page.tsx'), 'UserDevicesPage'),
});

/** Where notifications reach a person. */
export const userDevicesFeature = {
  noun: 'user-devices',
  texts: {
    userDevices: {
      en: () => import('../../platform/i18n/locales/en/user-devices.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/user-devices.json', { with: { type: 'json' } }),
    },
  },
  routes: { account: [devices] },
  menus: {
    account: [
      {
        key: 'devices',
        order: 30,
        name: 'shell.account.devices',
        to: '/account/devices',
        about: 'globalSearch.about.userDevices',
      },
    ],
  },
} as const satisfies WebFeature;
