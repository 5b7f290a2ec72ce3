import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { databaseArea, inOrganization } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { textParameter } from '../../platform/routes/search-parameters.ts';

const list = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/schedule/list',
  validateSearch: (search: Record<string, unknown>): { q?: string | undefined } => ({ q: textParameter(search.q) }),
  beforeLoad: () => requirePermission('EventTags'),
  component: lazyRouteComponent(() => import('./schedules-page.tsx'), 'SchedulesPage'),
});

const create = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/schedule/create',
  beforeLoad: () => requirePermission('EventTags'),
  component: lazyRouteComponent(() => import('./create-schedule-page.tsx'), 'CreateSchedulePage'),
});

const edit = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/schedule/edit/$scheduleId',
  beforeLoad: () => requirePermission('EventTags'),
  component: lazyRouteComponent(() => import('./edit-schedule-page.tsx'), 'EditSchedulePage'),
});

// Other name of the list.
const alias = createRoute({
  getParentRoute: () => inOrganization,
  path: '/database/schedule',
  beforeLoad: () => redirect({ to: '/database/schedule/list', throw: true }),
});

/** When something is open: hours of the week and the dates that are different. */
export const schedulesFeature = {
  noun: 'schedules',
  texts: {
    schedules: {
      en: () => import('../../platform/i18n/locales/en/schedules.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/schedules.json', { with: { type: 'json' } }),
    },
  },
  routes: { database: [list, create, edit], organization: [alias] },
  menus: {
    database: [
      {
        key: 'schedules',
        order: 60,
        name: 'schedules.list.title',
        to: '/database/schedule/list',
        about: 'schedules.about',
        owns: /^\/database\/schedule\//,
        permission: 'EventTags',
      },
    ],
  },
  live: () => import('./schedules.live.ts'),
} as const satisfies WebFeature;
