import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { sessionKnown } from '../../platform/session/session-store.ts';
import { root } from '../../platform/routes/frames.ts';
import { requireChoice } from '../../platform/routes/guards.ts';

// With menus for whoever is signed in: that must be known first.
const signInKnown = async (): Promise<void> => void (await sessionKnown());

const notFound = createRoute({
  getParentRoute: () => root,
  path: '/not-found',
  beforeLoad: signInKnown,
  component: lazyRouteComponent(() => import('../pages/open-pages.tsx'), 'OpenNotFoundPage'),
});

const noAccess = createRoute({
  getParentRoute: () => root,
  path: '/no-access',
  beforeLoad: signInKnown,
  component: lazyRouteComponent(() => import('../pages/open-pages.tsx'), 'OpenNoAccessPage'),
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

// What a shared link opens: for anybody, signed in or not.
const alertVideo = createRoute({
  getParentRoute: () => root,
  path: '/alert-video',
  component: lazyRouteComponent(() => import('../pages/public/alert-video-page.tsx'), 'AlertVideoPage'),
});

const exportVideo = createRoute({
  getParentRoute: () => root,
  path: '/export-video',
  component: lazyRouteComponent(() => import('../pages/public/export-video-page.tsx'), 'ExportVideoPage'),
});

const organizationSelection = createRoute({
  getParentRoute: () => root,
  path: '/organization-selection',
  beforeLoad: ({ location }) => requireChoice(location.href),
  component: lazyRouteComponent(
    () => import('../pages/public/organization-selection-page.tsx'),
    'OrganizationSelectionPage',
  ),
});

const splash = createRoute({
  getParentRoute: () => root,
  path: '/splash',
  component: lazyRouteComponent(() => import('../pages/splash-page.tsx'), 'SplashPage'),
});

/** Pages without rail or tab bar. */
export const publicRoutes = [
  notFound,
  noAccess,
  terms,
  privacy,
  publicArea,
  alertVideo,
  exportVideo,
  organizationSelection,
  splash,
] as const;
