import type { HomeLocation } from '@sightline/contracts/home/home';
import { describe, expect, test } from 'vitest';
import { shownSites, siteRowsOf, type SiteFilters } from './site-rows.ts';

const site = (name: string, rest: Partial<HomeLocation> = {}): HomeLocation => ({
  id: name,
  name,
  parentId: null,
  timeZone: 'UTC',
  address: null,
  city: null,
  coordinates: null,
  revision: 1,
  isNameOnly: false,
  status: { state: 'online', part: null, cause: null, isFlapping: false, sinceUtcMs: 1 } as HomeLocation['status'],
  cores: { total: 0, online: 0 },
  cameras: {},
  can: { edit: true, remove: true },
  ...rest,
});
const status = (state: string): Partial<HomeLocation> => ({
  status: { state, part: null, cause: null, isFlapping: false, sinceUtcMs: 1 } as HomeLocation['status'],
});

const rows = siteRowsOf([
  site('Port', {
    address: 'Quay 1',
    city: 'Haifa',
    cores: { total: 2, online: 1 },
    cameras: { online: 1 },
    ...status('unhealthy'),
  }),
  site('Gate 10', { parentId: 'Port', cameras: { offline: 3 }, ...status('offline') }),
  site('Gate 9', { parentId: 'Port' }),
  site('מחסן', { city: 'אשדוד', cores: { total: 1, online: 1 } }),
  site('Above', { isNameOnly: true, status: null }),
]);
const shown = (change: Partial<SiteFilters> = {}): string[] =>
  shownSites(rows, { text: '', state: undefined, sort: 'name', isDescending: false, ...change }).map(
    ({ location }) => location.name,
  );

describe('the table of sites', () => {
  test('ROUTE-060: counts what is below a site with it, and says where it lies', () => {
    const port = rows.find(({ location }) => location.name === 'Port');
    expect(port).toMatchObject({ above: [], cameraTotal: 4, coresTotal: 2, coresOnline: 1, address: 'Quay 1, Haifa' });
    expect(rows.find(({ location }) => location.name === 'Gate 9')).toMatchObject({ above: ['Port'], address: '' });
  });

  test('is in the order that is asked for, equal ones by name, numbers as numbers', () => {
    expect(shown()).toEqual(['Above', 'Gate 9', 'Gate 10', 'Port', 'מחסן']);
    expect(shown({ sort: 'status' })).toEqual(['Gate 10', 'Port', 'Gate 9', 'מחסן', 'Above']);
    expect(shown({ sort: 'cameras', isDescending: true })).toEqual(['Port', 'Gate 10', 'Above', 'Gate 9', 'מחסן']);
    expect(shown({ sort: 'cores', isDescending: true }).slice(0, 2)).toEqual(['Port', 'מחסן']);
    expect(shown({ sort: 'address' }).slice(0, 2)).toEqual(['Port', 'מחסן']);
  });

  test('is filtered by name, address and state', () => {
    expect(shown({ text: 'gate' })).toEqual(['Gate 9', 'Gate 10']);
    expect(shown({ text: 'haifa quay' })).toEqual(['Port']);
    expect(shown({ text: 'אשדוד' })).toEqual(['מחסן']);
    expect(shown({ state: 'offline' })).toEqual(['Gate 10']);
    expect(shown({ text: 'port', state: 'offline' })).toEqual([]);
  });
});
