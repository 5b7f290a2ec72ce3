import type { MenuEntry } from './menu.ts';

type SettingsName =
  `shell.settings.${'details' | 'users' | 'permissions' | 'auth' | 'loginFirewall' | 'apiSettings' | 'auditLogs' | 'weeklySummary' | 'integrations'}`;
type SettingsPath =
  `/settings/${'details' | 'users' | 'permissions/list' | 'auth' | 'login-firewall' | 'api-settings' | 'audit-logs' | 'weekly-summary'}`;

/** Settings of the organization. A screen that comes adds its path to the type and its `to` here; until then it is not drawn. */
export const settingsMenu: readonly MenuEntry<SettingsName, SettingsPath>[] = [
  { key: 'details', name: 'shell.settings.details', to: '/settings/details' },
  { key: 'users', name: 'shell.settings.users', to: '/settings/users', permission: 'UserManage' },
  {
    key: 'permissions',
    name: 'shell.settings.permissions',
    to: '/settings/permissions/list',
    owns: /^\/settings\/permissions\//,
    permission: 'UserManage',
  },
  { key: 'auth', name: 'shell.settings.auth', to: '/settings/auth', permission: 'OrganizationEdit' },
  {
    key: 'loginFirewall',
    name: 'shell.settings.loginFirewall',
    to: '/settings/login-firewall',
    permission: 'OrganizationEdit',
  },
  { key: 'apiSettings', name: 'shell.settings.apiSettings', to: '/settings/api-settings', permission: 'ApiKeyManage' },
  { key: 'auditLogs', name: 'shell.settings.auditLogs', to: '/settings/audit-logs', permission: 'AuditView' },
  {
    key: 'weeklySummary',
    name: 'shell.settings.weeklySummary',
    to: '/settings/weekly-summary',
    permission: 'OrganizationEdit',
  },
  { key: 'integrations', name: 'shell.settings.integrations', permission: 'OrganizationEdit' },
];
