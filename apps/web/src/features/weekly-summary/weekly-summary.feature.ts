import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { settingsArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';

const summary = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/weekly-summary',
  beforeLoad: () => requirePermission('OrganizationEdit'),
  component: lazyRouteComponent(() => import('./weekly-summary-page.tsx'), 'WeeklySummaryPage'),
});

/** The mail that tells how the week was. */
export const weeklySummaryFeature = {
  noun: 'weekly-summary',
  texts: {
    weeklySummary: {
      en: () => import('../../platform/i18n/locales/en/weekly-summary.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/weekly-summary.json', { with: { type: 'json' } }),
    },
  },
  routes: { settings: [summary] },
  menus: {
    settings: [
      {
        key: 'weeklySummary',
        order: 80,
        name: 'shell.settings.weeklySummary',
        to: '/settings/weekly-summary',
        about: 'globalSearch.about.weeklySummary',
        permission: 'OrganizationEdit',
      },
    ],
  },
} as const satisfies WebFeature;
