import { IconBell } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { lazy } from 'react';
import type { WebFeature } from '../../platform/features/web-feature.ts';
import { inOrganization } from '../../platform/routes/frames.ts';
import { requirePermission } from '../../platform/routes/guards.ts';
import { alertLogSearch } from './alert-filters.ts';

const log = createRoute({
  getParentRoute: () => inOrganization,
  path: '/alert/log',
  validateSearch: alertLogSearch,
  beforeLoad: () => requirePermission('AlertMonitoring'),
  component: lazyRouteComponent(() => import('./log/alert-log-page.tsx'), 'AlertLogPage'),
});

// Other name of the queue.
const alias = createRoute({
  getParentRoute: () => inOrganization,
  path: '/alert',
  beforeLoad: () => redirect({ to: '/alert/monitoring', throw: true }),
});

/** What alert rules saw, and what people do about it. */
export const alertsFeature = {
  noun: 'alerts',
  texts: {
    alerts: {
      en: () => import('../../platform/i18n/locales/en/alerts.json', { with: { type: 'json' } }),
      he: () => import('../../platform/i18n/locales/he/alerts.json', { with: { type: 'json' } }),
    },
  },
  routes: { organization: [log, alias] },
  menus: {
    main: [
      {
        key: 'alerts',
        order: 30,
        icon: IconBell,
        name: 'shell.nav.alerts',
        to: '/alert/monitoring',
        about: 'alerts.about.monitoring',
        owns: /^\/alert(\/|$)/,
        permission: 'AlertMonitoring',
        badge: lazy(async () => ({ default: (await import('./waiting/alert-badge.tsx')).AlertBadge })),
      },
    ],
  },
  pages: [
    { name: 'alerts.log.title', to: '/alert/log', about: 'alerts.about.log', permission: 'AlertMonitoring' },
    { name: 'alerts.list.title', to: '/alert/view-list', about: 'alerts.about.list', permission: 'AlertMonitoring' },
  ],
  live: () => import('./alerts.live.ts'),
  keys: [
    { section: 'alerts', press: ['↑', '↓'], does: 'alerts.keys.move' },
    { section: 'alerts', press: ['A'], does: 'alerts.keys.take' },
    { section: 'alerts', press: ['E'], does: 'alerts.keys.handled' },
    { section: 'alerts', press: ['F'], does: 'alerts.keys.falseAlarm' },
    { section: 'alerts', press: ['X'], does: 'alerts.keys.expected' },
    { section: 'alerts', press: ['C'], does: 'alerts.keys.comment' },
    { section: 'alerts', press: ['Z'], does: 'alerts.keys.undo' },
  ],
} as const satisfies WebFeature;
