import { createRootRoute, createRoute } from '@tanstack/react-router';
import { requireDeveloper, requireOrganization, requireSession, requireSettings } from './guards.ts';

// Who gets in stands here, where features find what their pages stand in; `app/routes/drawn-frames.ts` says how each is drawn.

/** Everything. */
export const root = createRootRoute();

/** Everything with rail or tab bar: behind the sign-in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => requireSession(location.href),
});

/** What needs an active organization. */
export const inOrganization = createRoute({
  getParentRoute: () => shell,
  id: 'organization',
  beforeLoad: requireOrganization,
});

/** The organization's settings with their menu. */
export const settingsArea = createRoute({
  getParentRoute: () => inOrganization,
  id: 'settings-area',
  beforeLoad: requireSettings,
});

/** The organization's directories, such as schedules, with their menu. */
export const databaseArea = createRoute({ getParentRoute: () => inOrganization, id: 'database-area' });

/** The person's own settings with their menu. */
export const accountArea = createRoute({ getParentRoute: () => shell, id: 'account-area' });

/** Pages of the people who look after the installation; to anybody else they do not exist. */
export const developerArea = createRoute({
  getParentRoute: () => shell,
  id: 'developer-area',
  beforeLoad: requireDeveloper,
});

/** What pages stand in, by the names under which features declare them. */
export type FrameName = 'root' | 'shell' | 'organization' | 'settings' | 'database' | 'account' | 'developer';
