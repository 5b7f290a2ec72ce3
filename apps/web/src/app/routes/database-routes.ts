import { createRoute, redirect } from '@tanstack/react-router';
import { inOrganization } from '../../platform/routes/frames.ts';
import { firstDirectory } from '../shell/menus/first-directory.ts';

// The first directory that the person may open; those who may open none are told what they lack.
const directories = createRoute({
  getParentRoute: () => inOrganization,
  path: '/database',
  beforeLoad: () => redirect({ href: firstDirectory(), replace: true, throw: true }),
});

/** The address of the organization's database, which is that of one of its directories. */
export const databaseRoutes = [directories] as const;
