import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { inOrganization } from '../../platform/routes/frames.ts';
import { requireOperator, requirePermission } from '../../platform/routes/guards.ts';
import { alertSearch } from '../../features/alerts/alert-filters.ts';
import { searchSearch } from '../search-schemas.ts';

const search = createRoute({
  getParentRoute: () => inOrganization,
  path: '/search',
  validateSearch: searchSearch,
  beforeLoad: () => requirePermission('SearchView'),
  component: lazyRouteComponent(() => import('../pages/search/search-page.tsx'), 'SearchPage'),
});

const monitoring = createRoute({
  getParentRoute: () => inOrganization,
  path: '/alert/monitoring',
  validateSearch: alertSearch,
  beforeLoad: () => requirePermission('AlertMonitoring'),
  component: lazyRouteComponent(() => import('../pages/alerts/monitoring-page.tsx'), 'MonitoringPage'),
});

const viewList = createRoute({
  getParentRoute: () => inOrganization,
  path: '/alert/view-list',
  validateSearch: alertSearch,
  beforeLoad: () => requirePermission('AlertMonitoring'),
  component: lazyRouteComponent(() => import('../pages/alerts/monitoring-page.tsx'), 'ViewListPage'),
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

/** What people do all day: search, alerts, the queue of operators. */
export const workRoutes = [search, monitoring, viewList, operator, operatorSettings] as const;
