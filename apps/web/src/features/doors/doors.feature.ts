import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { databaseArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { textParameter } from '../../platform/routes/search-parameters.ts';
import type { DoorsSearch } from './doors-search.ts';

const permission = 'OrganizationDatabaseDoorsDirectory';

const list = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/doors',
  validateSearch: (search: Record<string, unknown>): DoorsSearch => ({
    search: textParameter(search.search),
    ts: instantOf(search.ts),
  }),
  beforeLoad: () => requirePermission(permission),
  component: lazyRouteComponent(() => import('./doors-page.tsx'), 'DoorsPage'),
});

/** An instant as an address says it. */
function instantOf(said: unknown): number | undefined {
  const instant = Number(said);
  return Number.isSafeInteger(instant) && instant > 0 ? instant : undefined;
}

const one = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/doors/$doorId',
  beforeLoad: () => requirePermission(permission),
  component: lazyRouteComponent(() => import('./door-page.tsx'), 'DoorPage'),
});

/** Doors that cores watch. */
export const doorsFeature = {
  noun: 'doors',
  texts: {
    doors: {
      en: () => import('../../platform/i18n/locales/en/doors.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/doors.json', { with: { type: 'json' } }),
    },
  },
  routes: { database: [list, one] },
  menus: {
    database: [
      {
        key: 'doors',
        order: 30,
        name: 'doors.list.title',
        to: '/database/doors',
        about: 'doors.about',
        owns: /^\/database\/doors\//,
        permission,
        level3: [
          { key: 'doors', name: 'doors.list.title', to: '/database/doors' },
          { key: 'groups', name: 'orgGroups.list.title', to: '/database/groups/doors' },
        ],
      },
    ],
  },
  live: () => import('./doors.live.ts'),
} as const satisfies WebFeature;
