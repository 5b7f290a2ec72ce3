import { IconDeviceCctv } from '@tabler/icons-react';
import type { WebFeature } from '../../platform/features/web-feature.ts';

/** Sites. */
export const locationsFeature = {
  noun: 'locations',
  texts: {
    locations: {
      en: () => import('../../platform/i18n/locales/en/locations.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/locations.json', { with: { type: 'json' } }),
    },
  },
  menus: {
    main: [
      {
        key: 'devices',
        order: 10,
        icon: IconDeviceCctv,
        name: 'shell.nav.devices',
        to: '/location/home',
        about: 'globalSearch.about.devices',
        owns: /^\/(location|locations|camera|cameras|camera-edit|edge-edit|edit-location|start)(\/|$)/,
      },
    ],
  },
  pages: [
    {
      name: 'globalSearch.pages.deviceList',
      to: '/location/list',
      about: 'globalSearch.about.deviceList',
    },
    {
      name: 'globalSearch.pages.siteMap',
      to: '/location/map',
      about: 'globalSearch.about.siteMap',
      permission: 'LocationView',
    },
    {
      name: 'globalSearch.pages.addLocation',
      to: '/locations/add-location',
      about: 'globalSearch.about.addLocation',
      permission: 'LocationCreate',
    },
  ],
  live: () => import('./locations.live.ts'),
} as const satisfies WebFeature;
