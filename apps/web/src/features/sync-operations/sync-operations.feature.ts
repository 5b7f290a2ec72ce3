import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { inOrganization } from '../../platform/routes/frames.ts';

const unsynced = createRoute({
  getParentRoute: () => inOrganization,
  path: '/location/sync',
  component: lazyRouteComponent(() => import('./unsynced-cores-page.tsx'), 'UnsyncedCoresPage'),
});

/** What cores have yet to be told. */
export const syncOperationsFeature = {
  noun: 'sync-operations',
  texts: {
    syncOperations: {
      en: () => import('../../platform/i18n/locales/en/sync-operations.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/sync-operations.json', { with: { type: 'json' } }),
    },
  },
  routes: { organization: [unsynced] },
  pages: [
    {
      name: 'globalSearch.pages.unsyncedCores',
      to: '/location/sync',
      about: 'globalSearch.about.unsyncedCores',
      permission: 'CoreView',
    },
  ],
} as const satisfies WebFeature;
