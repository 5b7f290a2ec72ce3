import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { databaseArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { textParameter } from '../../platform/routes/search-parameters.ts';

const list = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/entrances',
  validateSearch: (search: Record<string, unknown>): { search?: string | undefined } => ({
    search: textParameter(search.search),
  }),
  beforeLoad: () => requirePermission('Entrances'),
  component: lazyRouteComponent(() => import('./entrances-page.tsx'), 'EntrancesPage'),
});

const one = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/entrances/$entranceId',
  beforeLoad: () => requirePermission('Entrances'),
  component: lazyRouteComponent(() => import('./entrance-page.tsx'), 'EntrancePage'),
});

/** Lines at which cores count who goes in and out. */
export const entrancesFeature = {
  noun: 'entrances',
  texts: {
    entrances: {
      en: () => import('../../platform/i18n/locales/en/entrances.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/entrances.json', { with: { type: 'json' } }),
    },
  },
  routes: { database: [list, one] },
  menus: {
    database: [
      {
        key: 'entrances',
        order: 80,
        name: 'entrances.list.title',
        to: '/database/entrances',
        about: 'entrances.about',
        owns: /^\/database\/entrances\//,
        permission: 'Entrances',
      },
    ],
  },
  live: () => import('./entrances.live.ts'),
} as const satisfies WebFeature;
