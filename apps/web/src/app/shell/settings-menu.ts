import type { MenuEntry } from './menu.ts';

type SettingsName =
  `shell.settings.${'details' | 'users' | 'permissions' | 'auth' | 'loginFirewall' | 'apiSettings' | 'auditLogs' | 'weeklySummary' | 'integrations'}`;
type SettingsPath = '/settings/details' | '/settings/users' | '/settings/permissions/list';

/** Settings of the organization. A screen that comes adds its path to the type and its `to` here; until then it is not drawn. */
export const settingsMenu: readonly MenuEntry<SettingsName, SettingsPath>[] = [
  { key: 'details', name: 'shell.settings.details', to: '/settings/details' },
  { key: 'users', name: 'shell.settings.users', to: '/settings/users', permission: 'UserManage' },
  { key: 'permissions', name: 'shell.settings.permissions', to: '/settings/permissions/list', owns: /^\/settings\/permissions\//, permission: 'UserManage' },
  { key: 'auth', name: 'shell.settings.auth', permission: 'OrganizationEdit' },
  { key: 'loginFirewall', name: 'shell.settings.loginFirewall', permission: 'OrganizationEdit' },
  { key: 'apiSettings', name: 'shell.settings.apiSettings', permission: 'ApiKeyManage' },
  { key: 'auditLogs', name: 'shell.settings.auditLogs', permission: 'AuditView' },
  { key: 'weeklySummary', name: 'shell.settings.weeklySummary', permission: 'OrganizationEdit' },
  { key: 'integrations', name: 'shell.settings.integrations', permission: 'OrganizationEdit' },
];
