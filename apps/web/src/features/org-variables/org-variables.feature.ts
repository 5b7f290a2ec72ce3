import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { databaseArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { variablesSearch } from './variables-search.ts';

const variables = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/variables',
  validateSearch: variablesSearch,
  beforeLoad: () => requirePermission('Entrances'),
  component: lazyRouteComponent(() => import('./variables-page.tsx'), 'VariablesPage'),
});

/** Typed settings of the organization. */
export const orgVariablesFeature = {
  noun: 'org-variables',
  texts: {
    orgVariables: {
      en: () => import('../../platform/i18n/locales/en/org-variables.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/org-variables.json', { with: { type: 'json' } }),
    },
  },
  routes: { database: [variables] },
  menus: {
    database: [
      {
        key: 'variables',
        order: 90,
        name: 'orgVariables.list.title',
        to: '/database/variables',
        about: 'orgVariables.about',
        permission: 'Entrances',
      },
    ],
  },
  live: () => import('./org-variables.live.ts'),
} as const satisfies WebFeature;
