import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { databaseArea, inOrganization } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { textParameter } from '../../platform/routes/search-parameters.ts';

const beforeLoad = (): void => requirePermission('EventTags');

const list = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/event-types',
  validateSearch: (search: Record<string, unknown>): { search?: string | undefined } => ({
    search: textParameter(search.search),
  }),
  beforeLoad,
  component: lazyRouteComponent(() => import('./event-tags-page.tsx'), 'EventTagsPage'),
});

const create = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/event-types/create',
  beforeLoad,
  component: lazyRouteComponent(() => import('./create-event-tag-page.tsx'), 'CreateEventTagPage'),
});

const edit = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/event-types/edit/$eventTagId',
  beforeLoad,
  component: lazyRouteComponent(() => import('./edit-event-tag-page.tsx'), 'EditEventTagPage'),
});

// Other names of the same pages.
const alias = createRoute({
  getParentRoute: () => inOrganization,
  path: '/database/eventTypes/$',
  beforeLoad: ({ params }) =>
    redirect({ href: `/database/event-types/${params._splat ?? ''}`.replace(/\/$/, ''), replace: true, throw: true }),
});

/** What can happen in the organization, and the fields that come with it. */
export const eventTagsFeature = {
  noun: 'event-tags',
  texts: {
    eventTags: {
      en: () => import('../../platform/i18n/locales/en/event-tags.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/event-tags.json', { with: { type: 'json' } }),
    },
  },
  routes: { database: [list, create, edit], organization: [alias] },
  menus: {
    database: [
      {
        key: 'eventTags',
        order: 50,
        name: 'eventTags.list.title',
        to: '/database/event-types',
        about: 'eventTags.about',
        permission: 'EventTags',
      },
    ],
  },
  live: () => import('./event-tags.live.ts'),
} as const satisfies WebFeature;
