import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../platform/routes/frames.ts';
import { toOwnHome } from '../../platform/routes/guards.ts';

const start = createRoute({
  getParentRoute: () => shell,
  path: '/start',
  component: lazyRouteComponent(() => import('../pages/start-page.tsx'), 'StartPage'),
});

const createOrganizationSite = createRoute({
  getParentRoute: () => shell,
  path: '/organization/create-organization/step2',
  component: lazyRouteComponent(() => import('../pages/organization/first-location-page.tsx'), 'FirstLocationPage'),
});

const help = createRoute({
  getParentRoute: () => shell,
  path: '/help',
  component: lazyRouteComponent(() => import('../pages/help/help-page.tsx'), 'HelpPage'),
});

const support = createRoute({
  getParentRoute: () => shell,
  path: '/support',
  component: lazyRouteComponent(() => import('../pages/help/support-page.tsx'), 'SupportPage'),
});

// Nothing is there: the person's own home is a better answer than a dead end, and it is said why it is shown.
const unknown = createRoute({
  getParentRoute: () => shell,
  path: '$',
  beforeLoad: ({ location, preload }) => {
    if (!preload) void import('../say-nowhere.ts').then(({ sayNowhere }) => sayNowhere(location.pathname));
    toOwnHome();
  },
});

/** Pages of the shell that need no organization. */
export const shellRoutes = [start, createOrganizationSite, help, support, unknown] as const;
