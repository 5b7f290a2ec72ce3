import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { accountArea } from '../../platform/routes/frames.ts';
import { identitiesSearch } from '../search-schemas.ts';

const identities = createRoute({
  getParentRoute: () => accountArea,
  path: '/account/identities',
  validateSearch: identitiesSearch,
  component: lazyRouteComponent(() => import('../pages/account/identities-page.tsx'), 'IdentitiesPage'),
});

/** Settings of the person that join several features. */
export const accountRoutes = [identities] as const;
