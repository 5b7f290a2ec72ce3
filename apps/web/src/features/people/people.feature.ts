import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { databaseArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { peopleSearch } from './people-search.ts';

const people = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/people',
  validateSearch: peopleSearch,
  beforeLoad: () => requirePermission('OrganizationDatabasePeopleDirectory'),
  component: lazyRouteComponent(() => import('./people-page.tsx'), 'PeoplePage'),
});

/** Who is seen: people whom the organization knows, and those whom nobody has named. */
export const peopleFeature = {
  noun: 'people',
  texts: {
    people: {
      en: () => import('../../platform/i18n/locales/en/people.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/people.json', { with: { type: 'json' } }),
    },
  },
  routes: { database: [people] },
  menus: {
    database: [
      {
        key: 'people',
        order: 10,
        name: 'people.list.title',
        to: '/database/people',
        about: 'people.about',
        permission: 'OrganizationDatabasePeopleDirectory',
      },
    ],
  },
  live: () => import('./people.live.ts'),
} as const satisfies WebFeature;
