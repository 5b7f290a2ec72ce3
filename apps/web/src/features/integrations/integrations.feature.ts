import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { settingsArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';

const list = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/integrations/list',
  beforeLoad: () => requirePermission('OrganizationEdit'),
  component: lazyRouteComponent(() => import('./integrations-page.tsx'), 'IntegrationsPage'),
});

/** Services of others that an organization installs, and how much of them it may use. */
export const integrationsFeature = {
  noun: 'integrations',
  texts: {
    integrations: {
      en: () => import('../../platform/i18n/locales/en/integrations.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/integrations.json', { with: { type: 'json' } }),
    },
  },
  routes: { settings: [list] },
  menus: {
    settings: [
      {
        key: 'integrations',
        order: 62,
        name: 'integrations.page.title',
        to: '/settings/integrations/list',
        about: 'integrations.about',
        owns: /^\/settings\/integrations\/list/,
        permission: 'OrganizationEdit',
      },
    ],
  },
  live: () => import('./integrations.live.ts'),
} as const satisfies WebFeature;
