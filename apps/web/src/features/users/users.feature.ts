import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { settingsArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { usersSearch } from './users-search.ts';

const people = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/users',
  validateSearch: usersSearch,
  beforeLoad: () => requirePermission('UserManage'),
  component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
});

/** People of an organization, and who helps it. */
export const usersFeature = {
  noun: 'users',
  texts: {
    users: {
      en: () => import('../../platform/i18n/locales/en/users.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/users.json', { with: { type: 'json' } }),
    },
  },
  routes: { settings: [people] },
  menus: {
    settings: [
      {
        key: 'users',
        order: 20,
        name: 'shell.settings.users',
        to: '/settings/users',
        about: 'globalSearch.about.users',
        permission: 'UserManage',
      },
    ],
  },
  pages: [
    {
      name: 'globalSearch.pages.inviteUsers',
      to: '/settings/users?inviteUsers=true',
      about: 'globalSearch.about.inviteUsers',
      permission: 'UserManage',
    },
    {
      name: 'globalSearch.pages.pendingInvites',
      to: '/settings/users?pendingInvites=true',
      about: 'globalSearch.about.pendingInvites',
      permission: 'UserManage',
    },
    {
      name: 'globalSearch.pages.inviteSupport',
      to: '/settings/users?tab=organizations&inviteSupport=true',
      about: 'globalSearch.about.inviteSupport',
      permission: 'UserManage',
    },
  ],
  live: () => import('./users.live.ts'),
} as const satisfies WebFeature;
