import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { settingsArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { apiSettingsSearch } from './api-settings-search.ts';

const apiSettings = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/api-settings',
  validateSearch: apiSettingsSearch,
  beforeLoad: () => requirePermission('ApiKeyManage'),
  component: lazyRouteComponent(() => import('./api-settings-page.tsx'), 'ApiSettingsPage'),
});

/** Keys for programs. */
export const apiKeysFeature = {
  noun: 'api-keys',
  texts: {
    apiKeys: {
      en: () => import('../../platform/i18n/locales/en/api-keys.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/api-keys.json', { with: { type: 'json' } }),
    },
  },
  routes: { settings: [apiSettings] },
  menus: {
    settings: [
      {
        key: 'apiSettings',
        order: 60,
        name: 'shell.settings.apiSettings',
        to: '/settings/api-settings',
        about: 'globalSearch.about.apiSettings',
        permission: 'ApiKeyManage',
      },
    ],
  },
} as const satisfies WebFeature;
