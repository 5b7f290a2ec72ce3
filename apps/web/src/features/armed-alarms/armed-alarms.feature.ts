import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { inOrganization } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { oneOf, textParameter } from '../../platform/routes/search-parameters.ts';
import type { AlarmFilters } from './alarm-queries.ts';

const guarded = () => requirePermission('AlarmManagementEdit');

const list = createRoute({
  getParentRoute: () => inOrganization,
  path: '/alert/alarms/list',
  validateSearch: (search: Record<string, unknown>): AlarmFilters => ({
    q: textParameter(search.q),
    status: oneOf(['armed', 'disarmed'] as const, search.status),
  }),
  beforeLoad: guarded,
  component: lazyRouteComponent(() => import('./list/alarms-page.tsx'), 'AlarmsPage'),
});

const create = createRoute({
  getParentRoute: () => inOrganization,
  path: '/alert/alarms/create',
  beforeLoad: guarded,
  component: lazyRouteComponent(() => import('./form/create-alarm-page.tsx'), 'CreateAlarmPage'),
});

const edit = createRoute({
  getParentRoute: () => inOrganization,
  path: '/alert/alarms/edit/$alarmId',
  beforeLoad: guarded,
  component: lazyRouteComponent(() => import('./form/edit-alarm-page.tsx'), 'EditAlarmPage'),
});

/** What people and schedules arm. */
export const armedAlarmsFeature = {
  noun: 'armed-alarms',
  texts: {
    armedAlarms: {
      en: () => import('../../platform/i18n/locales/en/armed-alarms.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/armed-alarms.json', { with: { type: 'json' } }),
    },
  },
  routes: { organization: [list, create, edit] },
  pages: [
    {
      name: 'armedAlarms.list.title',
      to: '/alert/alarms/list',
      about: 'armedAlarms.about',
      permission: 'AlarmManagementEdit',
    },
  ],
  live: () => import('./armed-alarms.live.ts'),
} as const satisfies WebFeature;
