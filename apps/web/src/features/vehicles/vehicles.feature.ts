import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { databaseArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { vehiclesSearch } from './vehicles-search.ts';

const vehicles = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/vehicles',
  validateSearch: vehiclesSearch,
  beforeLoad: () => requirePermission('OrganizationDatabaseVehiclesDirectory'),
  component: lazyRouteComponent(() => import('./vehicles-page.tsx'), 'VehiclesPage'),
});

/** Vehicles that the organization knows. */
export const vehiclesFeature = {
  noun: 'vehicles',
  texts: {
    vehicles: {
      en: () => import('../../platform/i18n/locales/en/vehicles.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/vehicles.json', { with: { type: 'json' } }),
    },
  },
  routes: { database: [vehicles] },
  menus: {
    database: [
      {
        key: 'vehicles',
        order: 40,
        name: 'vehicles.list.title',
        to: '/database/vehicles',
        about: 'vehicles.about',
        permission: 'OrganizationDatabaseVehiclesDirectory',
        level3: [
          { key: 'vehicles', name: 'vehicles.list.title', to: '/database/vehicles' },
          { key: 'groups', name: 'orgGroups.list.title', to: '/database/groups/vehicles' },
        ],
      },
    ],
  },
  live: () => import('./vehicles.live.ts'),
} as const satisfies WebFeature;
