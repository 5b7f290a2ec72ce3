import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { databaseArea, inOrganization } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { firstDirectory } from '../shell/menus/first-directory.ts';

// The first directory that the person may open; those who may open none are told what they lack.
const directories = createRoute({
  getParentRoute: () => inOrganization,
  path: '/database',
  beforeLoad: () => redirect({ href: firstDirectory(), replace: true, throw: true }),
});

/** The address of the organization's database, which is that of one of its directories. */
export const databaseRoutes = [directories] as const;

// The line of an entrance is drawn upon the live picture, which is another feature's.
const createEntrance = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/entrances/create',
  beforeLoad: () => requirePermission('Entrances'),
  component: lazyRouteComponent(() => import('../pages/database/create-entrance-page.tsx'), 'CreateEntrancePage'),
});

const editEntrance = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/entrances/$entranceId/edit',
  beforeLoad: () => requirePermission('Entrances'),
  component: lazyRouteComponent(() => import('../pages/database/edit-entrance-page.tsx'), 'EditEntrancePage'),
});

// So is the area of a door.
const markDoor = createRoute({
  getParentRoute: () => databaseArea,
  path: '/database/doors/mark',
  beforeLoad: () => requirePermission('OrganizationDatabaseDoorsDirectory'),
  component: lazyRouteComponent(() => import('../pages/database/mark-door-page.tsx'), 'MarkDoorPage'),
});

/** Pages within the area of the database that need several features. */
export const databaseAreaRoutes = [createEntrance, editEntrance, markDoor] as const;
