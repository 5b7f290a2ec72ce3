import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { developerArea } from '../../platform/routes/frames.ts';
import { requireOrganization } from '../../platform/routes/guards.ts';
import { cameraChoiceSearch, logsSearch } from '../search-schemas.ts';

const environment = createRoute({
  getParentRoute: () => developerArea,
  path: '/developer/environment',
  component: lazyRouteComponent(() => import('../pages/developer/environment-page.tsx'), 'EnvironmentPage'),
});

const heartbeats = createRoute({
  getParentRoute: () => developerArea,
  path: '/developer/heartbeats',
  component: lazyRouteComponent(() => import('../pages/developer/heartbeats-page.tsx'), 'HeartbeatsPage'),
});

const analytics = createRoute({
  getParentRoute: () => developerArea,
  path: '/developer/analytics',
  component: lazyRouteComponent(() => import('../pages/developer/analytics-page.tsx'), 'AnalyticsPage'),
});

const alerts = createRoute({
  getParentRoute: () => developerArea,
  path: '/developer/alerts',
  beforeLoad: requireOrganization,
  component: lazyRouteComponent(() => import('../pages/developer/core-alerts-page.tsx'), 'CoreAlertsPage'),
});

const motion = createRoute({
  getParentRoute: () => developerArea,
  path: '/developer/motion-vectors',
  validateSearch: cameraChoiceSearch,
  beforeLoad: requireOrganization,
  component: lazyRouteComponent(() => import('../pages/developer/motion-vectors-page.tsx'), 'MotionVectorsPage'),
});

const thumbnails = createRoute({
  getParentRoute: () => developerArea,
  path: '/developer/thumbnails',
  beforeLoad: requireOrganization,
  component: lazyRouteComponent(() => import('../pages/developer/thumbnails-page.tsx'), 'ThumbnailsPage'),
});

const liveRooms = createRoute({
  getParentRoute: () => developerArea,
  path: '/developer/live-rooms',
  component: lazyRouteComponent(() => import('../pages/developer/live-rooms-page.tsx'), 'LiveRoomsPage'),
});

const searchCanvas = createRoute({
  getParentRoute: () => developerArea,
  path: '/developer/search-canvas',
  validateSearch: cameraChoiceSearch,
  beforeLoad: requireOrganization,
  component: lazyRouteComponent(() => import('../pages/developer/search-canvas-page.tsx'), 'SearchCanvasPage'),
});

const searchGrid = createRoute({
  getParentRoute: () => developerArea,
  path: '/developer/search-grid',
  beforeLoad: requireOrganization,
  component: lazyRouteComponent(() => import('../pages/developer/search-grid-page.tsx'), 'SearchGridPage'),
});

const logs = createRoute({
  getParentRoute: () => developerArea,
  path: '/logs',
  validateSearch: logsSearch,
  component: lazyRouteComponent(() => import('../pages/developer/logs-page.tsx'), 'LogsPage'),
});

/** Pages of the people who look after the installation; to anybody else they do not exist. */
export const developerRoutes = [
  environment,
  heartbeats,
  analytics,
  alerts,
  motion,
  thumbnails,
  liveRooms,
  searchCanvas,
  searchGrid,
  logs,
] as const;
