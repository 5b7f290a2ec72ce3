import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from './root-route.tsx';

/** The person's own settings with their menu; a new screen is one more child, and one line in `shell/account-menu.ts`. */
export const accountArea = createRoute({
  getParentRoute: () => shell,
  id: 'account-area',
  component: lazyRouteComponent(() => import('../shell/account-area.tsx'), 'AccountArea'),
});

const details = createRoute({
  getParentRoute: () => accountArea,
  path: '/account/details',
  component: lazyRouteComponent(() => import('../pages/account/account-details-page.tsx'), 'AccountDetailsPage'),
});

/** Settings of the person. */
export const accountRoutes = accountArea.addChildren([details]);
