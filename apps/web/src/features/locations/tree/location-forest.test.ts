import type { HomeLocation } from '@sightline/contracts/home/home';
import { describe, expect, test } from 'vitest';
import { canMoveTo, flatNodes, forestOf, treeRows, type ForestNode } from './location-forest.ts';

const site = (id: string, parentId: string | null, rest: Partial<HomeLocation> = {}): HomeLocation => ({
  id,
  name: id,
  parentId,
  timeZone: 'UTC',
  address: null,
  city: null,
  coordinates: null,
  revision: 1,
  isNameOnly: false,
  status: null,
  cores: { total: 0, online: 0 },
  cameras: {},
  can: { edit: true, remove: true },
  ...rest,
});

const forest = forestOf([
  site('Hall', 'Port', { cameras: { online: 2, offline: 1 } }),
  site('Port', null, { cameras: { online: 1 }, cores: { total: 2, online: 1 } }),
  site('Gate', 'Hall', { cameras: { offline: 1 } }),
  site('Yard', 'hidden'),
]);
const node = (id: string): ForestNode => flatNodes(forest).find(({ location }) => location.id === id) as ForestNode;
const names = (search: string, closed: string[] = []): string[] =>
  treeRows(forest, { search, isClosed: (id) => closed.includes(id) }).map((row) => row.node.location.name);

describe('the tree of sites', () => {
  test('a site whose parent cannot be seen begins a tree of its own', () => {
    expect(forest.map(({ location }) => location.id)).toEqual(['Port', 'Yard']);
  });

  test('adds up what is below, state by state', () => {
    expect(node('Port')).toMatchObject({
      states: { online: 3, offline: 2 },
      cameraTotal: 5,
      coresTotal: 2,
      coresOnline: 1,
    });
    expect(node('Hall')).toMatchObject({ states: { online: 2, offline: 2 }, cameraTotal: 4, path: ['Port', 'Hall'] });
  });

  test('hides what is below a closed site, and shows every match with what is above it while something is searched for', () => {
    expect(names('')).toEqual(['Port', 'Hall', 'Gate', 'Yard']);
    expect(names('', ['Hall'])).toEqual(['Port', 'Hall', 'Yard']);
    expect(names('gat', ['Port', 'Hall'])).toEqual(['Port', 'Hall', 'Gate']);
    expect(names('nothing')).toEqual([]);
  });

  test('HOME-004 offers no move below itself, to where it is, or where only the name may be read', () => {
    expect(canMoveTo(node('Port'), node('Gate'))).toBe(false);
    expect(canMoveTo(node('Port'), node('Port'))).toBe(false);
    expect(canMoveTo(node('Hall'), node('Port'))).toBe(false);
    expect(canMoveTo(node('Port'), null)).toBe(false);
    expect(canMoveTo(node('Hall'), { ...node('Yard'), location: site('Yard', null, { isNameOnly: true }) })).toBe(
      false,
    );
    expect(
      canMoveTo({ ...node('Hall'), location: site('Hall', 'Port', { can: { edit: false, remove: false } }) }, null),
    ).toBe(false);
    expect([canMoveTo(node('Hall'), node('Yard')), canMoveTo(node('Hall'), null)]).toEqual([true, true]);
  });
});
