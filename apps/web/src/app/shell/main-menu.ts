import {
  IconBell,
  IconCalendarEvent,
  IconDeviceCctv,
  IconFileExport,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconReceipt2,
  IconReportAnalytics,
  IconShieldCheck,
  IconZoomScan,
  type Icon,
} from '@tabler/icons-react';
import type { MenuEntry } from './menu.ts';

type MainName =
  `shell.nav.${'devices' | 'search' | 'alerts' | 'dashboards' | 'walls' | 'alarmManagement' | 'archives' | 'reports' | 'pricing' | 'eventsManager'}`;
type MainPath = '/location/home' | '/search' | '/archive/main';

/** One place of the rail. */
export interface MainEntry extends MenuEntry<MainName, MainPath> {
  icon: Icon;
}

/**
 * The places of the application in their order, with what each needs. A feature that brings the screen of one adds its
 * `to` here; until then the place is not drawn.
 */
export const mainMenu: readonly MainEntry[] = [
  {
    key: 'devices',
    name: 'shell.nav.devices',
    icon: IconDeviceCctv,
    to: '/location/home',
    owns: /^\/(location|locations|camera|cameras|camera-edit|edge-edit|edit-location|start)(\/|$)/,
  },
  {
    key: 'search',
    name: 'shell.nav.search',
    icon: IconZoomScan,
    permission: 'SearchView',
    to: '/search',
    owns: /^\/search(-v2)?(\/|$)/,
  },
  { key: 'alerts', name: 'shell.nav.alerts', icon: IconBell, permission: 'AlertMonitoring' },
  { key: 'dashboards', name: 'shell.nav.dashboards', icon: IconLayoutDashboard, permission: 'DashboardView' },
  { key: 'walls', name: 'shell.nav.walls', icon: IconLayoutGrid, permission: 'WallRead' },
  {
    key: 'alarmManagement',
    name: 'shell.nav.alarmManagement',
    icon: IconShieldCheck,
    permission: 'AlarmManagementEdit',
    condition: 'alarmDispatch',
  },
  // Exports are the archives of today, read by whoever may make them.
  {
    key: 'archives',
    name: 'shell.nav.archives',
    icon: IconFileExport,
    permission: 'ExportCreate',
    to: '/archive/main',
    owns: /^\/archive(\/|$)/,
  },
  { key: 'reports', name: 'shell.nav.reports', icon: IconReportAnalytics, permission: 'ReportView' },
  { key: 'pricing', name: 'shell.nav.pricing', icon: IconReceipt2, roles: ['SALES'], organizationIds: 'pricing' },
  {
    key: 'eventsManager',
    name: 'shell.nav.eventsManager',
    icon: IconCalendarEvent,
    condition: 'controlEvents',
    separator: true,
  },
];
