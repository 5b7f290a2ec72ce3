import { describe, expect, it } from 'vitest';
import { declaredMenu } from './declared-menu.ts';
import { mainMenu } from './main-menu.ts';
import type { MenuEntry } from '../../../platform/features/menu-entry.ts';
import { activeEntry, drawnEntries, isVisible, openingDirectory, type MenuViewer } from './menu.ts';

const everything: MenuViewer = {
  roles: ['USER', 'SALES'],
  organizationId: 'org',
  pricingOrganizationId: 'org',
  may: () => true,
  conditions: new Set(['alarmDispatch', 'controlEvents']),
};
const nothing: MenuViewer = {
  roles: ['USER'],
  organizationId: 'org',
  pricingOrganizationId: null,
  may: () => false,
  conditions: new Set(),
};

/** The whole menu as it is once every screen exists. */
const whole: readonly MenuEntry[] = mainMenu.map((entry) => ({ ...entry, to: entry.to ?? `/${entry.key}` }));
const keysFor = (viewer: MenuViewer): string[] => drawnEntries(whole, viewer).map(({ key }) => key);
const holding = (permission: string): MenuViewer => ({ ...everything, may: (asked) => asked === permission });

describe('the main menu', () => {
  it('draws no entry whose screen does not exist', () => {
    const drawn = drawnEntries(mainMenu, everything).map(({ key }) => key);
    expect(drawn).toEqual(mainMenu.flatMap(({ key, to }) => (to === undefined ? [] : [key])));
    expect(drawn).toEqual(expect.arrayContaining(['devices', 'search', 'archives']));
    expect(drawn).not.toContain('pricing');
  });

  it('SHELL-005 hides an entry from roles that are not in its list', () => {
    const menu: MenuEntry[] = [{ key: 'a', name: 'a', to: '/a', roles: ['OPERATOR'] }];
    expect(drawnEntries(menu, nothing)).toEqual([]);
    expect(drawnEntries(menu, { ...nothing, roles: ['OPERATOR'] })).toHaveLength(1);
  });

  it('SHELL-006 hides an entry in organizations that are not in its list', () => {
    const menu: MenuEntry[] = [{ key: 'a', name: 'a', to: '/a', organizationIds: ['other'] }];
    expect(drawnEntries(menu, nothing)).toEqual([]);
    expect(drawnEntries(menu, { ...nothing, organizationId: null })).toEqual([]);
    expect(drawnEntries(menu, { ...nothing, organizationId: 'other' })).toHaveLength(1);
  });

  it('SHELL-007 shows Devices to everybody who is signed in, and nothing else without permissions', () => {
    expect(keysFor(nothing)).toEqual(['devices']);
  });

  it.each([
    ['SHELL-008', 'SearchView', 'search'],
    ['SHELL-009', 'AlertMonitoring', 'alerts'],
    ['SHELL-010', 'DashboardView', 'dashboards'],
    ['SHELL-011', 'WallRead', 'walls'],
    ['SHELL-012', 'AlarmManagementEdit', 'alarmManagement'],
    ['SHELL-013', 'ExportCreate', 'archives'],
    ['SHELL-014', 'ReportView', 'reports'],
  ])('%s shows what %s opens with it, and hides it without', (_row, permission, key) => {
    expect(keysFor(holding(permission))).toContain(key);
    expect(keysFor({ ...everything, may: (asked) => asked !== permission })).not.toContain(key);
  });

  it('SHELL-015 SHELL-016 shows Pricing to sales people in the organization that the installation names, nowhere else', () => {
    expect(keysFor(everything)).toContain('pricing');
    expect(keysFor({ ...everything, pricingOrganizationId: 'other' })).not.toContain('pricing');
    expect(keysFor({ ...everything, pricingOrganizationId: null })).not.toContain('pricing');
    expect(keysFor({ ...everything, roles: ['USER'] })).not.toContain('pricing');
    expect(keysFor({ ...everything, may: () => false })).toContain('pricing');
  });

  it('SHELL-017 ends with the events manager, which needs no permission and is followed by a line', () => {
    const last = drawnEntries(whole, { ...everything, may: () => false }).at(-1);
    expect(last).toMatchObject({ key: 'eventsManager', separator: true });
  });

  it('SHELL-018 keeps the order of the places', () => {
    const places = [
      'devices',
      'search',
      'alerts',
      'dashboards',
      'walls',
      'alarmManagement',
      'archives',
      'reports',
      'pricing',
      'eventsManager',
    ];
    expect(keysFor(everything).filter((key) => places.includes(key))).toEqual(places);
  });

  it('SHELL-019 SHELL-020 hides what the organization has no use for, whatever the permissions are', () => {
    const keys = keysFor({ ...everything, conditions: new Set() });
    expect(keys).not.toContain('alarmManagement');
    expect(keys).not.toContain('eventsManager');
  });

  it('SHELL-003 marks one place for every page', () => {
    for (const path of [
      '/location/home',
      '/camera/1',
      '/camera-edit/1',
      '/edge-edit/1',
      '/edit-location/1',
      '/start',
      '/search',
      '/archive/main',
    ]) {
      expect(mainMenu.filter((entry) => activeEntry([entry], path) !== undefined)).toHaveLength(1);
    }
    expect(activeEntry(mainMenu, '/settings/details')).toBeUndefined();
  });
});

describe('menus of the second and third level', () => {
  const level2: MenuEntry[] = [
    {
      key: 'users',
      name: 'users',
      to: '/settings/users',
      level3: [
        { key: 'list', name: 'l', to: '/settings/users/list' },
        { key: 'none', name: 'n' },
      ],
    },
    { key: 'auth', name: 'auth', to: '/settings/auth', disabled: true },
  ];

  it('SHELL-004 carry key, name and disabled, and the third level below the second, without what has no screen', () => {
    const drawn = drawnEntries(level2, everything);
    expect(drawn.map(({ key, name, disabled }) => ({ key, name, disabled }))).toEqual([
      { key: 'users', name: 'users', disabled: undefined },
      { key: 'auth', name: 'auth', disabled: true },
    ]);
    expect(drawn[0]?.level3?.map(({ key }) => key)).toEqual(['list']);
  });

  it('SHELL-003 have one active entry each', () => {
    const active = activeEntry(level2, '/settings/users/list');
    expect(active?.key).toBe('users');
    expect(activeEntry(active?.level3 ?? [], '/settings/users/list')?.key).toBe('list');
    expect(isVisible(level2[0] as MenuEntry, nothing)).toBe(true);
  });
});

it('DB-SHELL-016 the database opens with vehicles where faces are not recognised, for whoever may see them', () => {
  const opens = (viewer: MenuViewer): string | undefined => openingDirectory(declaredMenu('database'), viewer)?.key;
  const faceless: MenuViewer = { ...everything, conditions: new Set() };
  const held = ['OrganizationDatabasePeopleDirectory', 'UniformDirectory'];
  expect(opens(faceless)).toBe('vehicles');
  expect(opens({ ...faceless, conditions: new Set(['faceRecognition']) })).toBe('people');
  expect(opens({ ...faceless, may: (asked) => held.includes(asked) })).toBe('uniforms');
});

describe('DB-SHELL-013 DB-SHELL-014 the entry of uniforms', () => {
  const both = ['OrganizationDatabasePeopleDirectory', 'UniformDirectory'];
  const keysWith = (held: readonly string[]): string[] =>
    drawnEntries(declaredMenu('database'), { ...nothing, may: (asked) => held.includes(asked) }).map(({ key }) => key);

  it.each([
    { held: [], isShown: false },
    { held: ['UniformDirectory'], isShown: false },
    { held: ['OrganizationDatabasePeopleDirectory'], isShown: false },
    { held: both, isShown: true },
  ])('is shown: $isShown, with $held', ({ held, isShown }) => {
    expect(keysWith(held).includes('uniforms')).toBe(isShown);
  });
});
