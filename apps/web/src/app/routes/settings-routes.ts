import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requirePermission, requireSettings } from '../guards.ts';
import { auditSearch } from '../pages/settings/audit-logs/audit-search.ts';
import { apiSettingsSearch } from '../pages/settings/api-settings/api-settings-search.ts';
import { groupSearch, groupsSearch, usersSearch } from '../pages/settings/settings-search.ts';
import { inOrganization } from './root-route.tsx';

/** The organization's settings with their menu; a new screen is one more child, and one line in `shell/settings-menu.ts`. */
export const settingsArea = createRoute({
  getParentRoute: () => inOrganization,
  id: 'settings-area',
  beforeLoad: requireSettings,
  component: lazyRouteComponent(() => import('../shell/settings-area.tsx'), 'SettingsArea'),
});

const details = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/details',
  component: lazyRouteComponent(() => import('../pages/settings/details/details-page.tsx'), 'DetailsPage'),
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

const auth = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/auth',
  beforeLoad: () => requirePermission('OrganizationEdit'),
  component: lazyRouteComponent(() => import('../pages/settings/auth/auth-page.tsx'), 'AuthPage'),
});

const loginFirewall = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/login-firewall',
  beforeLoad: () => requirePermission('OrganizationEdit'),
  component: lazyRouteComponent(
    () => import('../pages/settings/login-firewall/login-firewall-page.tsx'),
    'LoginFirewallPage',
  ),
});

const apiSettings = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/api-settings',
  validateSearch: apiSettingsSearch,
  beforeLoad: () => requirePermission('ApiKeyManage'),
  component: lazyRouteComponent(
    () => import('../pages/settings/api-settings/api-settings-page.tsx'),
    'ApiSettingsPage',
  ),
});

const auditLogs = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/audit-logs',
  validateSearch: auditSearch,
  beforeLoad: () => requirePermission('AuditView'),
  component: lazyRouteComponent(() => import('../pages/settings/audit-logs/audit-logs-page.tsx'), 'AuditLogsPage'),
});

const weeklySummary = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/weekly-summary',
  beforeLoad: () => requirePermission('OrganizationEdit'),
  component: lazyRouteComponent(
    () => import('../pages/settings/weekly-summary/weekly-summary-page.tsx'),
    'WeeklySummaryPage',
  ),
});

/** Settings of the active organization. */
export const settingsRoutes = settingsArea.addChildren([
  details,
  users,
  groups,
  group,
  auth,
  loginFirewall,
  apiSettings,
  auditLogs,
  weeklySummary,
]);
