import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireChoice } from '../guards.ts';
import { LateNotFound } from '../late-pages.tsx';
import { root } from './root-route.tsx';

const notFound = createRoute({ getParentRoute: () => root, path: '/not-found', component: LateNotFound });

const noAccess = createRoute({
  getParentRoute: () => root,
  path: '/no-access',
  component: lazyRouteComponent(() => import('../pages/no-access-page.tsx'), 'NoAccessPage'),
});

const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  component: lazyRouteComponent(() => import('../pages/public/terms-page.tsx'), 'TermsPage'),
});

const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  component: lazyRouteComponent(() => import('../pages/public/privacy-page.tsx'), 'PrivacyPage'),
});

const publicArea = createRoute({
  getParentRoute: () => root,
  path: '/public',
  component: lazyRouteComponent(() => import('../pages/public/public-page.tsx'), 'PublicPage'),
});

const organizationSelection = createRoute({
  getParentRoute: () => root,
  path: '/organization-selection',
  beforeLoad: ({ location }) => requireChoice(location.href),
  component: lazyRouteComponent(() => import('../pages/public/organization-selection-page.tsx'), 'OrganizationSelectionPage'),
});

const splash = createRoute({
  getParentRoute: () => root,
  path: '/splash',
  component: lazyRouteComponent(() => import('../pages/splash-page.tsx'), 'SplashPage'),
});

/** Pages without rail or tab bar. */
export const publicRoutes = [notFound, noAccess, terms, privacy, publicArea, organizationSelection, splash] as const;
