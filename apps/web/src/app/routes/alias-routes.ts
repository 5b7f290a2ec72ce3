import { createRoute, redirect } from '@tanstack/react-router';
import { root } from '../../platform/routes/frames.ts';
import { keptHomeView } from '../home-view.ts';

// The way to look at the devices that was chosen last.
const toHomeView = () => redirect({ to: `/location/${keptHomeView()}`, throw: true });

// Other names for the same places; they redirect so that one address stays the true one.
const index = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toHomeView });
const home = createRoute({
  getParentRoute: () => root,
  path: '/home',
  beforeLoad: () => redirect({ to: '/location/list', throw: true }),
});
const devices = createRoute({ getParentRoute: () => root, path: '/devices', beforeLoad: toHomeView });
const location = createRoute({
  getParentRoute: () => root,
  path: '/location',
  beforeLoad: () => redirect({ to: '/location/home', throw: true }),
});
const locationV2 = createRoute({
  getParentRoute: () => root,
  path: '/location-v2',
  beforeLoad: () => redirect({ to: '/location/home', throw: true }),
});
const locationV3 = createRoute({
  getParentRoute: () => root,
  path: '/location-v3',
  beforeLoad: () => redirect({ to: '/location/home', throw: true }),
});
const locations = createRoute({
  getParentRoute: () => root,
  path: '/locations',
  beforeLoad: () => redirect({ to: '/location/list', throw: true }),
});
const searchV2 = createRoute({
  getParentRoute: () => root,
  path: '/search-v2',
  beforeLoad: () => redirect({ to: '/search', throw: true }),
});
const archive = createRoute({
  getParentRoute: () => root,
  path: '/archive',
  beforeLoad: () => redirect({ to: '/archive/main', throw: true }),
});
const exports = createRoute({
  getParentRoute: () => root,
  path: '/exports',
  beforeLoad: () => redirect({ to: '/archive/main', throw: true }),
});
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  beforeLoad: () => redirect({ to: '/account/details', throw: true }),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: () => redirect({ to: '/settings/details', throw: true }),
});
const organization = createRoute({
  getParentRoute: () => root,
  path: '/organization',
  beforeLoad: () => redirect({ to: '/settings/details', throw: true }),
});
const createOrganization = createRoute({
  getParentRoute: () => root,
  path: '/organization/create-organization',
  beforeLoad: () => redirect({ to: '/organization/create-organization/step1', throw: true }),
});
const developer = createRoute({
  getParentRoute: () => root,
  path: '/developer',
  beforeLoad: () => redirect({ to: '/developer/environment', throw: true }),
});
const developerLogs = createRoute({
  getParentRoute: () => root,
  path: '/developer/logs',
  beforeLoad: () => redirect({ to: '/logs', throw: true }),
});
const camera = createRoute({
  getParentRoute: () => root,
  path: '/cameras/$cameraId',
  beforeLoad: ({ params, search }) => redirect({ to: '/camera/$cameraId', params, search, throw: true }),
});

/** Every other name of a place that exists. */
export const aliasRoutes = [
  index,
  home,
  devices,
  location,
  locationV2,
  locationV3,
  locations,
  searchV2,
  archive,
  exports,
  account,
  settings,
  organization,
  createOrganization,
  developer,
  developerLogs,
  camera,
] as const;
