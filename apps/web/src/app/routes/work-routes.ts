import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { inOrganization } from '../../platform/routes/frames.ts';
import { requireDeveloper, requireOperator, requirePermission } from '../../platform/routes/guards.ts';
import { idParameter, oneOf, textParameter } from '../../platform/routes/search-parameters.ts';
import { alertSearch } from '../../features/alerts/alert-filters.ts';
import type { HistoryFilters } from '../../features/dispatch-alarms/dispatch-queries.ts';
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

interface RuleBeginning {
  /** Name of a template. */
  template?: string | undefined;
  /** The camera that the rule is for. */
  camera?: string | undefined;
}

const createRule = createRoute({
  getParentRoute: () => inOrganization,
  path: '/alert/create/$group/$number',
  validateSearch: (search: Record<string, unknown>): RuleBeginning => ({
    template: textParameter(search.template),
    camera: idParameter(search.camera),
  }),
  beforeLoad: async ({ params: { group, number } }) => {
    requirePermission('AlertEdit');
    const { isForDevelopers, kindOfAddress } = await import('../../features/alert-rules/builder/kind-of-address.ts');
    const kind = kindOfAddress(group, number);
    if (kind === null) redirect({ to: '/alert/templates', throw: true });
    else if (isForDevelopers(kind)) await requireDeveloper();
  },
  component: lazyRouteComponent(() => import('../pages/alerts/create-rule-page.tsx'), 'CreateRulePage'),
});

const editRule = createRoute({
  getParentRoute: () => inOrganization,
  path: '/alert/edit/$ruleId',
  beforeLoad: () => requirePermission('AlertEdit'),
  component: lazyRouteComponent(() => import('../pages/alerts/edit-rule-page.tsx'), 'EditRulePage'),
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

interface AlarmManagementSearch extends HistoryFilters {
  tab?: 'history' | 'manager' | undefined;
  /** Id of the managed alarm that is open. */
  alarm?: string | undefined;
}

const alarmManagement = createRoute({
  getParentRoute: () => inOrganization,
  path: '/alarm-management',
  validateSearch: (search: Record<string, unknown>): AlarmManagementSearch => ({
    tab: oneOf(['history', 'manager'], search.tab),
    from: textParameter(search.from),
    to: textParameter(search.to),
    site: idParameter(search.site),
    alarm: textParameter(search.alarm),
  }),
  beforeLoad: () => requirePermission('AlarmManagementEdit'),
  component: lazyRouteComponent(
    () => import('../pages/alarm-management/alarm-management-page.tsx'),
    'AlarmManagementPage',
  ),
});

/** What people do all day: search, alerts, the queue of operators. */
export const workRoutes = [
  search,
  monitoring,
  viewList,
  createRule,
  editRule,
  alarmManagement,
  operator,
  operatorSettings,
] as const;
