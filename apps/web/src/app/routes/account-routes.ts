import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { accountSearch, identitiesSearch, mfaSearch } from '../search-schemas.ts';
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
  validateSearch: accountSearch,
  component: lazyRouteComponent(() => import('../pages/account/account-details-page.tsx'), 'AccountDetailsPage'),
});

const mfa = createRoute({
  getParentRoute: () => accountArea,
  path: '/account/mfa',
  validateSearch: mfaSearch,
  component: lazyRouteComponent(() => import('../pages/account/mfa-page.tsx'), 'MfaPage'),
});

const devices = createRoute({
  getParentRoute: () => accountArea,
  path: '/account/devices',
  component: lazyRouteComponent(() => import('../pages/account/user-devices-page.tsx'), 'UserDevicesPage'),
});

const identities = createRoute({
  getParentRoute: () => accountArea,
  path: '/account/identities',
  validateSearch: identitiesSearch,
  component: lazyRouteComponent(() => import('../pages/account/identities-page.tsx'), 'IdentitiesPage'),
});

/** Settings of the person. */
export const accountRoutes = accountArea.addChildren([details, mfa, devices, identities]);
