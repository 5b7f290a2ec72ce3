import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inOrganization } from './root-route.tsx';

/** The organization's settings with their menu; a new screen is one more child, and one line in `shell/settings-menu.ts`. */
export const settingsArea = createRoute({
  getParentRoute: () => inOrganization,
  id: 'settings-area',
  component: lazyRouteComponent(() => import('../shell/settings-area.tsx'), 'SettingsArea'),
});

const details = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/details',
  component: lazyRouteComponent(() => import('../pages/organization-page.tsx'), 'OrganizationPage'),
});

/** Settings of the active organization. */
export const settingsRoutes = settingsArea.addChildren([details]);
