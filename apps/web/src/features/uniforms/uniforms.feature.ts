import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { databaseArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { uniformsSearch } from './uniforms-search.ts';

const uniforms = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/uniform',
  validateSearch: uniformsSearch,
  beforeLoad: () => requirePermission('OrganizationDatabasePeopleDirectory'),
  component: lazyRouteComponent(() => import('./uniforms-page.tsx'), 'UniformsPage'),
});

/** Clothes that cameras know again. */
export const uniformsFeature = {
  noun: 'uniforms',
  texts: {
    uniforms: {
      en: () => import('../../platform/i18n/locales/en/uniforms.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/uniforms.json', { with: { type: 'json' } }),
    },
  },
  routes: { database: [uniforms] },
  menus: {
    database: [
      {
        key: 'uniforms',
        order: 20,
        name: 'uniforms.list.title',
        to: '/database/uniform',
        about: 'uniforms.about',
        permission: 'OrganizationDatabasePeopleDirectory',
        alsoNeeds: 'UniformDirectory',
      },
    ],
  },
  live: () => import('./uniforms.live.ts'),
} as const satisfies WebFeature;
