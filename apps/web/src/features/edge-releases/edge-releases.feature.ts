import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { inOrganization } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';

const rollOuts = createRoute({
  getParentRoute: () => inOrganization,
  path: '/location/roll-outs',
  beforeLoad: () => requirePermission('CoreView'),
  component: lazyRouteComponent(() => import('./roll-outs/roll-outs-page.tsx'), 'RollOutsPage'),
});

const rollOut = createRoute({
  getParentRoute: () => inOrganization,
  path: '/location/roll-outs/$rollOutId',
  beforeLoad: () => requirePermission('CoreView'),
  component: lazyRouteComponent(() => import('./roll-outs/roll-out-page.tsx'), 'RollOutPage'),
});

/** Software of cores, and how it is rolled out. */
export const edgeReleasesFeature = {
  noun: 'edge-releases',
  texts: {
    edgeReleases: {
      en: () => import('../../platform/i18n/locales/en/edge-releases.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/edge-releases.json', { with: { type: 'json' } }),
    },
  },
  routes: { organization: [rollOuts, rollOut] },
  pages: [
    {
      name: 'edgeReleases.rollOut.title',
      to: '/location/roll-outs',
      about: 'globalSearch.about.rollOuts',
      permission: 'CoreView',
    },
  ],
} as const satisfies WebFeature;
