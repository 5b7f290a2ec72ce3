import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireUserHome } from '../guards.ts';
import { addCameraSearch, cameraSearch, deviceListSearch } from '../search-schemas.ts';
import { inOrganization } from './root-route.tsx';

const home = createRoute({
  getParentRoute: () => inOrganization,
  path: '/location/home',
  beforeLoad: requireUserHome,
  component: lazyRouteComponent(() => import('../pages/devices-home-page.tsx'), 'DevicesHomePage'),
});

const list = createRoute({
  getParentRoute: () => inOrganization,
  path: '/location/list',
  validateSearch: deviceListSearch,
  component: lazyRouteComponent(() => import('../pages/devices-list-page.tsx'), 'DevicesListPage'),
});

const addCamera = createRoute({
  getParentRoute: () => inOrganization,
  path: '/cameras/add',
  validateSearch: addCameraSearch,
  component: lazyRouteComponent(() => import('../pages/add-camera-page.tsx'), 'AddCameraPage'),
});

const camera = createRoute({
  getParentRoute: () => inOrganization,
  path: '/camera/$cameraId',
  validateSearch: cameraSearch,
  component: lazyRouteComponent(() => import('../pages/camera-page.tsx'), 'CameraPage'),
});

const editCamera = createRoute({
  getParentRoute: () => inOrganization,
  path: '/camera-edit/$cameraId',
  component: lazyRouteComponent(() => import('../pages/edit-camera-page.tsx'), 'EditCameraPage'),
});

const core = createRoute({
  getParentRoute: () => inOrganization,
  path: '/edge-edit/$edgeId',
  component: lazyRouteComponent(() => import('../pages/core-page.tsx'), 'CorePage'),
});

const site = createRoute({
  getParentRoute: () => inOrganization,
  path: '/edit-location/$locationId',
  component: lazyRouteComponent(() => import('../pages/site-page.tsx'), 'SitePage'),
});

/** Sites, cores and cameras. */
export const deviceRoutes = [home, list, addCamera, camera, editCamera, core, site] as const;
