import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { settingsArea, shell } from '../../platform/routes/frames.ts';

const details = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/details',
  component: lazyRouteComponent(() => import('./organization-details-page.tsx'), 'DetailsPage'),
});

const create = createRoute({
  getParentRoute: () => shell,
  path: '/organization/create-organization/step1',
  component: lazyRouteComponent(() => import('./create-organization-page.tsx'), 'CreateOrganizationPage'),
});

/** Organizations and their settings. */
export const organizationsFeature = {
  noun: 'organizations',
  texts: {
    organizations: {
      en: () => import('../../platform/i18n/locales/en/organizations.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/organizations.json', { with: { type: 'json' } }),
    },
  },
  routes: { shell: [create], settings: [details] },
  menus: {
    settings: [
      {
        key: 'details',
        order: 10,
        name: 'shell.settings.details',
        to: '/settings/details',
        about: 'globalSearch.about.organizationDetails',
      },
    ],
  },
  pages: [
    {
      name: 'shell.organization.create',
      to: '/organization/create-organization/step1',
      about: 'globalSearch.about.createOrganization',
      isFree: true,
    },
  ],
  live: () => import('./organizations.live.ts'),
} as const satisfies WebFeature;
