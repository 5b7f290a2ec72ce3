import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inOrganization } from '../../platform/routes/frames.ts';
import { requireDeveloper, requirePermission, requireUserHome } from '../../platform/routes/guards.ts';
import {
  addCameraSearch,
  cameraSearch,
  coreSearch,
  deviceListSearch,
  editCameraSearch,
  floorsSearch,
  homeSearch,
} from '../search-schemas.ts';

const home = createRoute({
  getParentRoute: () => inOrganization,
  path: '/location/home',
  validateSearch: homeSearch,
  beforeLoad: requireUserHome,
  component: lazyRouteComponent(() => import('../pages/devices-home-page.tsx'), 'DevicesHomePage'),
});

const list = createRoute({
  getParentRoute: () => inOrganization,
  path: '/location/list',
  validateSearch: deviceListSearch,
  // A part of its own, which the page would only ask for once it is drawn; one that cannot be fetched is told of there.
  beforeLoad: ({ search }) => {
    if (search.of === 'sites') import('../pages/devices/sites-list.tsx').catch(() => undefined);
  },
  component: lazyRouteComponent(() => import('../pages/devices-list-page.tsx'), 'DevicesListPage'),
});

const map = createRoute({
  getParentRoute: () => inOrganization,
  path: '/location/map',
  component: lazyRouteComponent(() => import('../pages/map/map-page.tsx'), 'MapPage'),
});

const floors = createRoute({
  getParentRoute: () => inOrganization,
  path: '/location/floors',
  validateSearch: floorsSearch,
  component: lazyRouteComponent(() => import('../pages/floors/floors-page.tsx'), 'FloorsPage'),
});

const addCamera = createRoute({
  getParentRoute: () => inOrganization,
  path: '/cameras/add',
  validateSearch: addCameraSearch,
  beforeLoad: () => requirePermission('CameraCreate'),
  component: lazyRouteComponent(() => import('../pages/add-camera-page.tsx'), 'AddCameraPage'),
});

const cameraCredentials = createRoute({
  getParentRoute: () => inOrganization,
  path: '/cameras/accounts',
  beforeLoad: () => requirePermission('CameraEdit'),
  component: lazyRouteComponent(() => import('../pages/camera-credentials-page.tsx'), 'CameraCredentialsPage'),
});

const camera = createRoute({
  getParentRoute: () => inOrganization,
  path: '/camera/$cameraId',
  validateSearch: cameraSearch,
  component: lazyRouteComponent(() => import('../pages/camera/camera-page.tsx'), 'CameraPage'),
});

const editCamera = createRoute({
  getParentRoute: () => inOrganization,
  path: '/camera-edit/$cameraId',
  validateSearch: editCameraSearch,
  component: lazyRouteComponent(() => import('../pages/edit-camera-page.tsx'), 'EditCameraPage'),
});

const core = createRoute({
  getParentRoute: () => inOrganization,
  path: '/edge-edit/$edgeId',
  validateSearch: coreSearch,
  component: lazyRouteComponent(() => import('../pages/core-page.tsx'), 'CorePage'),
});

const addSite = createRoute({
  getParentRoute: () => inOrganization,
  path: '/locations/add-location',
  beforeLoad: () => requirePermission('LocationCreate'),
  component: lazyRouteComponent(() => import('../pages/locations/add-location-page.tsx'), 'AddLocationPage'),
});

const site = createRoute({
  getParentRoute: () => inOrganization,
  path: '/edit-location/$locationId',
  component: lazyRouteComponent(() => import('../pages/locations/location-area.tsx'), 'LocationArea'),
});

const siteDetails = createRoute({
  getParentRoute: () => site,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/locations/details-page.tsx'), 'LocationDetailsPage'),
});

const siteConfiguration = createRoute({
  getParentRoute: () => site,
  path: '/configuration',
  component: lazyRouteComponent(() => import('../pages/locations/configuration-page.tsx'), 'LocationConfigurationPage'),
});

const siteJson = createRoute({
  getParentRoute: () => site,
  path: '/json',
  beforeLoad: requireDeveloper,
  component: lazyRouteComponent(() => import('../pages/locations/json-page.tsx'), 'LocationJsonPage'),
});

/** Sites, cores and cameras: pages that join several features. */
export const deviceRoutes = [
  home,
  list,
  map,
  floors,
  addCamera,
  cameraCredentials,
  camera,
  editCamera,
  core,
  addSite,
  site.addChildren([siteDetails, siteConfiguration, siteJson]),
] as const;
