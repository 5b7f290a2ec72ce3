import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { requireOrganization, requireSession } from '../guards.ts';
import { LateNotFound, LateRouteFailure } from '../late-pages.tsx';

/** Everything. */
export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: LateNotFound,
  errorComponent: LateRouteFailure,
});

/** Everything with rail or tab bar: behind the sign-in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => requireSession(location.href),
  component: lazyRouteComponent(() => import('../shell/shell.tsx'), 'Shell'),
  errorComponent: LateRouteFailure,
  notFoundComponent: LateNotFound,
});

/** What needs an active organization. */
export const inOrganization = createRoute({
  getParentRoute: () => shell,
  id: 'organization',
  beforeLoad: requireOrganization,
  component: lazyRouteComponent(() => import('../shell/organization-content.tsx'), 'OrganizationContent'),
});
