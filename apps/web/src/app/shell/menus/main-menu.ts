import {
  IconCalendarEvent,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconReceipt2,
  IconReportAnalytics,
  type Icon,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { MenuEntry } from '../../../platform/features/menu-entry.ts';
import { declaredMenu, inOrder, type MenuItem } from './declared-menu.ts';

type NameToCome = `shell.nav.${'dashboards' | 'walls' | 'reports' | 'pricing' | 'eventsManager'}`;

/** One place of the rail. */
type MainEntry = MenuEntry<MenuItem<'main'>['name'] | NameToCome, MenuItem<'main'>['to']> & {
  icon: Icon;
  order: number;
  short?: 'shell.nav.alarms';
  badge?: ComponentType;
};

// Places that are agreed and have no screen yet, so that none of them is drawn. The feature that brings one declares it and
// takes it from here.
const placesToCome: readonly MainEntry[] = [
  {
    key: 'dashboards',
    order: 40,
    name: 'shell.nav.dashboards',
    icon: IconLayoutDashboard,
    permission: 'DashboardView',
  },
  { key: 'walls', order: 50, name: 'shell.nav.walls', icon: IconLayoutGrid, permission: 'WallRead' },
  { key: 'reports', order: 80, name: 'shell.nav.reports', icon: IconReportAnalytics, permission: 'ReportView' },
  {
    key: 'pricing',
    order: 90,
    name: 'shell.nav.pricing',
    icon: IconReceipt2,
    roles: ['SALES'],
    organizationIds: 'pricing',
  },
  {
    key: 'eventsManager',
    order: 100,
    name: 'shell.nav.eventsManager',
    icon: IconCalendarEvent,
    condition: 'controlEvents',
    separator: true,
  },
];

/** The places of the application in their order, with what each needs. */
export const mainMenu: readonly MainEntry[] = inOrder([...declaredMenu('main'), ...placesToCome]);
