import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { settingsArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { groupSearch, groupsSearch } from './groups-search.ts';

const groups = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/permissions/list',
  validateSearch: groupsSearch,
  beforeLoad: () => requirePermission('UserManage'),
  component: lazyRouteComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
});

const group = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/permissions/$groupId',
  validateSearch: groupSearch,
  beforeLoad: () => requirePermission('UserManage'),
  component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
});

/** Groups of permissions, and who is in them. */
export const permissionGroupsFeature = {
  noun: 'permission-groups',
  texts: {
    permissionGroups: {
      en: () => import('../../platform/i18n/locales/en/permission-groups.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/permission-groups.json', { with: { type: 'json' } }),
    },
  },
  routes: { settings: [groups, group] },
  menus: {
    settings: [
      {
        key: 'permissions',
        order: 30,
        name: 'shell.settings.permissions',
        to: '/settings/permissions/list',
        about: 'globalSearch.about.permissions',
        owns: /^\/settings\/permissions\//,
        permission: 'UserManage',
      },
    ],
  },
  live: () => import('./permission-groups.live.ts'),
} as const satisfies WebFeature;
