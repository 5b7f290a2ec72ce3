import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { settingsArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { flag } from '../../platform/routes/search-parameters.ts';
import { logSearch } from './log-search.ts';

const list = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/integrations/webhooks',
  validateSearch: (search: Record<string, unknown>): { createWebhook?: 'true' | undefined } => ({
    createWebhook: flag(search, 'createWebhook'),
  }),
  beforeLoad: () => requirePermission('OrganizationEdit'),
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});

const log = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/integrations/webhooks/$webhookId',
  validateSearch: logSearch,
  beforeLoad: () => requirePermission('OrganizationEdit'),
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
});

/** Places outside that are told what happens. */
export const webhooksFeature = {
  noun: 'webhooks',
  texts: {
    webhooks: {
      en: () => import('../../platform/i18n/locales/en/webhooks.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/webhooks.json', { with: { type: 'json' } }),
    },
  },
  routes: { settings: [list, log] },
  menus: {
    settings: [
      {
        key: 'webhooks',
        order: 65,
        name: 'webhooks.list.title',
        to: '/settings/integrations/webhooks',
        about: 'webhooks.about.list',
        owns: /^\/settings\/integrations\/webhooks/,
        permission: 'OrganizationEdit',
      },
    ],
  },
  pages: [
    {
      name: 'webhooks.create.title',
      to: '/settings/integrations/webhooks?createWebhook',
      about: 'webhooks.about.create',
      permission: 'OrganizationEdit',
    },
  ],
  live: () => import('./webhooks.live.ts'),
} as const satisfies WebFeature;
