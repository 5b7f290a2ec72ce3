import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireOperator, requirePermission } from '../guards.ts';
import { archiveSearch, searchSearch } from '../search-schemas.ts';
import { inOrganization } from './root-route.tsx';

const search = createRoute({
  getParentRoute: () => inOrganization,
  path: '/search',
  validateSearch: searchSearch,
  beforeLoad: () => requirePermission('SearchView'),
  component: lazyRouteComponent(() => import('../pages/search/search-page.tsx'), 'SearchPage'),
});

// Exports are the archives of today; the right to read archives is the right to make them until archives are their own thing.
const archive = createRoute({
  getParentRoute: () => inOrganization,
  path: '/archive/main',
  validateSearch: archiveSearch,
  beforeLoad: () => requirePermission('ExportCreate'),
  component: lazyRouteComponent(() => import('../pages/exports-page.tsx'), 'ExportsPage'),
});

const operator = createRoute({
  getParentRoute: () => inOrganization,
  path: '/operator',
  beforeLoad: requireOperator,
  component: lazyRouteComponent(() => import('../pages/operator/operator-page.tsx'), 'OperatorPage'),
});

const operatorSettings = createRoute({
  getParentRoute: () => inOrganization,
  path: '/operator-settings',
  beforeLoad: requireOperator,
  component: lazyRouteComponent(() => import('../pages/operator/operator-settings-page.tsx'), 'OperatorSettingsPage'),
});

/** What people do all day: search, archives, the queue of operators. */
export const workRoutes = [search, archive, operator, operatorSettings] as const;
