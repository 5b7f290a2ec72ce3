import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requirePermission } from '../guards.ts';
import { groupSearch, groupsSearch, usersSearch } from '../pages/settings/settings-search.ts';
import { inOrganization } from './root-route.tsx';

/** The organization's settings with their menu; a new screen is one more child, and one line in `shell/settings-menu.ts`. */
export const settingsArea = createRoute({
  getParentRoute: () => inOrganization,
  id: 'settings-area',
  component: lazyRouteComponent(() => import('../shell/settings-area.tsx'), 'SettingsArea'),
});

const details = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/details',
  component: lazyRouteComponent(() => import('../pages/organization-page.tsx'), 'OrganizationPage'),
});

const users = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/users',
  validateSearch: usersSearch,
  beforeLoad: () => requirePermission('UserManage'),
  component: lazyRouteComponent(() => import('../pages/settings/users/users-page.tsx'), 'UsersPage'),
});

const groups = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/permissions/list',
  validateSearch: groupsSearch,
  beforeLoad: () => requirePermission('UserManage'),
  component: lazyRouteComponent(() => import('../pages/settings/permissions/groups-page.tsx'), 'GroupsPage'),
});

const group = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/permissions/$groupId',
  validateSearch: groupSearch,
  beforeLoad: () => requirePermission('UserManage'),
  component: lazyRouteComponent(() => import('../pages/settings/permissions/group-page.tsx'), 'GroupPage'),
});

/** Settings of the active organization. */
export const settingsRoutes = settingsArea.addChildren([details, users, groups, group]);
