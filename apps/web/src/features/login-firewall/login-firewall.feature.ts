import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { settingsArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';

const firewall = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/login-firewall',
  beforeLoad: () => requirePermission('OrganizationEdit'),
  component: lazyRouteComponent(() => import('./login-firewall-page.tsx'), 'LoginFirewallPage'),
});

/** From where people may sign in. */
export const loginFirewallFeature = {
  noun: 'login-firewall',
  texts: {
    loginFirewall: {
      en: () => import('../../platform/i18n/locales/en/login-firewall.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/login-firewall.json', { with: { type: 'json' } }),
    },
  },
  routes: { settings: [firewall] },
  menus: {
    settings: [
      {
        key: 'loginFirewall',
        order: 50,
        name: 'shell.settings.loginFirewall',
        to: '/settings/login-firewall',
        about: 'globalSearch.about.loginFirewall',
        permission: 'OrganizationEdit',
      },
    ],
  },
} as const satisfies WebFeature;
