import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { databaseArea, inOrganization } from '../../platform/routes/frames.ts';
import { flag, textParameter } from '../../platform/routes/search-parameters.ts';
import { requireGroupType, firstGroupType } from './group-types.ts';

interface GroupsSearch {
  search?: string | undefined;
  createDoors?: 'true' | undefined;
  createPeople?: 'true' | undefined;
  createVehicles?: 'true' | undefined;
}

// The first type of group that the person may see.
const anyType = createRoute({
  getParentRoute: () => inOrganization,
  path: '/database/groups',
  beforeLoad: () => redirect({ href: `/database/groups/${firstGroupType()}`, replace: true, throw: true }),
});

const groups = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/groups/$groupType',
  validateSearch: (search: Record<string, unknown>): GroupsSearch => ({
    search: textParameter(search.search),
    createDoors: flag(search, 'createDoors'),
    createPeople: flag(search, 'createPeople'),
    createVehicles: flag(search, 'createVehicles'),
  }),
  beforeLoad: ({ params }) => requireGroupType(params.groupType),
  component: lazyRouteComponent(() => import('./groups-page.tsx'), 'GroupsPage'),
});

const group = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/groups/$groupType/$groupId',
  beforeLoad: ({ params }) => requireGroupType(params.groupType),
  component: lazyRouteComponent(() => import('./group-page.tsx'), 'GroupPage'),
});

/** Groups of what stands in the directories. */
export const orgGroupsFeature = {
  noun: 'org-groups',
  texts: {
    orgGroups: {
      en: () => import('../../platform/i18n/locales/en/org-groups.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/org-groups.json', { with: { type: 'json' } }),
    },
  },
  routes: { database: [groups, group], organization: [anyType] },
  live: () => import('./org-groups.live.ts'),
} as const satisfies WebFeature;
