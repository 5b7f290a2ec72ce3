import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { databaseArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { isRecognitionOn } from './face-recognition.ts';
import { peopleSearch } from './people-search.ts';

const people = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/people',
  validateSearch: peopleSearch,
  beforeLoad: async () => {
    requirePermission('OrganizationDatabasePeopleDirectory');
    if (!(await isRecognitionOn())) redirect({ to: '/database/vehicles', replace: true, throw: true });
  },
  component: lazyRouteComponent(() => import('./people-page.tsx'), 'PeoplePage'),
});

// Reports stay readable where faces are recognised no more: then they are of most use.
const erasures = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/erasures',
  beforeLoad: () => requirePermission('OrganizationDatabasePeopleDirectory'),
  component: lazyRouteComponent(() => import('./erasures/erasures-page.tsx'), 'ErasuresPage'),
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
  routes: { database: [people, erasures] },
  menus: {
    database: [
      {
        key: 'people',
        order: 10,
        name: 'people.list.title',
        to: '/database/people',
        about: 'people.about',
        permission: 'OrganizationDatabasePeopleDirectory',
        condition: 'faceRecognition',
        level3: [
          { key: 'people', name: 'people.list.profiles', to: '/database/people' },
          { key: 'groups', name: 'orgGroups.list.title', to: '/database/groups/people' },
        ],
      },
    ],
  },
  live: () => import('./people.live.ts'),
} as const satisfies WebFeature;
