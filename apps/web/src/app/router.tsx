import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { requireOrganization, requireSession } from './guards.ts';
import { LateNotFound, LateRouteFailure } from './late-pages.tsx';
import { parseSearch, stringifySearch } from './search-parameters.ts';
import { addCameraSearch, cameraSearch, deviceListSearch, loginSearch, searchSearch } from './search-schemas.ts';

const root = createRootRoute({ component: Outlet, notFoundComponent: LateNotFound, errorComponent: LateRouteFailure });

const login = createRoute({
  getParentRoute: () => root,
  path: '/auth/login',
  validateSearch: loginSearch,
  component: lazyRouteComponent(() => import('./pages/login-page.tsx'), 'LoginPage'),
});

const notFound = createRoute({ getParentRoute: () => root, path: '/not-found', component: LateNotFound });

const noAccess = createRoute({
  getParentRoute: () => root,
  path: '/no-access',
  component: lazyRouteComponent(() => import('./pages/no-access-page.tsx'), 'NoAccessPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => requireSession(location.href),
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  errorComponent: LateRouteFailure,
  notFoundComponent: LateNotFound,
});

const start = createRoute({
  getParentRoute: () => shell,
  path: '/start',
  component: lazyRouteComponent(() => import('./pages/start-page.tsx'), 'StartPage'),
});

const inOrganization = createRoute({ getParentRoute: () => shell, id: 'organization', beforeLoad: requireOrganization });

const home = createRoute({
  getParentRoute: () => inOrganization,
  path: '/location/home',
  component: lazyRouteComponent(() => import('./pages/devices-home-page.tsx'), 'DevicesHomePage'),
});

const list = createRoute({
  getParentRoute: () => inOrganization,
  path: '/location/list',
  validateSearch: deviceListSearch,
  component: lazyRouteComponent(() => import('./pages/devices-list-page.tsx'), 'DevicesListPage'),
});

const addCamera = createRoute({
  getParentRoute: () => inOrganization,
  path: '/cameras/add',
  validateSearch: addCameraSearch,
  component: lazyRouteComponent(() => import('./pages/add-camera-page.tsx'), 'AddCameraPage'),
});

const camera = createRoute({
  getParentRoute: () => inOrganization,
  path: '/camera/$cameraId',
  validateSearch: cameraSearch,
  component: lazyRouteComponent(() => import('./pages/camera-page.tsx'), 'CameraPage'),
});

const editCamera = createRoute({
  getParentRoute: () => inOrganization,
  path: '/camera-edit/$cameraId',
  component: lazyRouteComponent(() => import('./pages/edit-camera-page.tsx'), 'EditCameraPage'),
});

const core = createRoute({
  getParentRoute: () => inOrganization,
  path: '/edge-edit/$edgeId',
  component: lazyRouteComponent(() => import('./pages/core-page.tsx'), 'CorePage'),
});

const site = createRoute({
  getParentRoute: () => inOrganization,
  path: '/edit-location/$locationId',
  component: lazyRouteComponent(() => import('./pages/site-page.tsx'), 'SitePage'),
});

const organization = createRoute({
  getParentRoute: () => inOrganization,
  path: '/settings/details',
  component: lazyRouteComponent(() => import('./pages/organization-page.tsx'), 'OrganizationPage'),
});

const search = createRoute({
  getParentRoute: () => inOrganization,
  path: '/search',
  validateSearch: searchSearch,
  component: lazyRouteComponent(() => import('./pages/search/search-page.tsx'), 'SearchPage'),
});

const exports = createRoute({
  getParentRoute: () => inOrganization,
  path: '/exports',
  component: lazyRouteComponent(() => import('./pages/exports-page.tsx'), 'ExportsPage'),
});

// Other names for the same places; they redirect so that one address stays the true one.
const index = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: () => redirect({ to: '/location/home', throw: true }) });
const homeAlias = createRoute({ getParentRoute: () => root, path: '/home', beforeLoad: () => redirect({ to: '/location/list', throw: true }) });
const devicesAlias = createRoute({ getParentRoute: () => root, path: '/devices', beforeLoad: () => redirect({ to: '/location/home', throw: true }) });
const cameraAlias = createRoute({
  getParentRoute: () => root,
  path: '/cameras/$cameraId',
  beforeLoad: ({ params, search }) => redirect({ to: '/camera/$cameraId', params, search, throw: true }),
});

const routeTree = root.addChildren([
  index,
  homeAlias,
  devicesAlias,
  cameraAlias,
  login,
  notFound,
  noAccess,
  shell.addChildren([start, inOrganization.addChildren([home, list, addCamera, camera, editCamera, core, site, organization, search, exports])]),
]);

/** The one router. Links and addresses are checked against it at compile time. */
export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultErrorComponent: LateRouteFailure,
  defaultNotFoundComponent: LateNotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
