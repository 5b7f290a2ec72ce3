import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { settingsArea } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { auditSearch } from '../pages/settings/audit-logs/audit-search.ts';

const auth = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/auth',
  beforeLoad: () => requirePermission('OrganizationEdit'),
  component: lazyRouteComponent(() => import('../pages/settings/auth/auth-page.tsx'), 'AuthPage'),
});

const auditLogs = createRoute({
  getParentRoute: () => settingsArea,
  path: '/settings/audit-logs',
  validateSearch: auditSearch,
  beforeLoad: () => requirePermission('AuditView'),
  component: lazyRouteComponent(() => import('../pages/settings/audit-logs/audit-logs-page.tsx'), 'AuditLogsPage'),
});

/** Settings of the active organization that join several features. */
export const settingsRoutes = [auth, auditLogs] as const;
