import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import { describe, expect, test } from 'vitest';
import { edgeRowsOf, shownEdges, type EdgeFilters } from './edge-rows.ts';

const core = (name: string, rest: Partial<Edge> = {}): Edge =>
  ({
    id: name,
    name,
    locationId: 'port',
    version: '1.0.0',
    isSync: true,
    status: { state: 'online' },
    ...rest,
  }) as Edge;
const site = (id: string, name: string): Location => ({ id, name, timeZone: 'Asia/Jerusalem' }) as Location;

const rows = edgeRowsOf(
  [
    core('Core 10'),
    core('Core 9', { isSync: false, status: { state: 'offline' } as Edge['status'] }),
    core('New', {
      version: null,
      isSync: true,
      status: { state: 'notConnected' } as Edge['status'],
      locationId: 'hidden',
    }),
    core('ליבה', { locationId: 'store' }),
  ],
  [site('port', 'Port of Haifa'), site('store', 'מחסן')],
);
const shown = (change: Partial<EdgeFilters> = {}): string[] =>
  shownEdges(rows, { text: '', state: undefined, sync: undefined, ...change }).map(({ edge }) => edge.name);

describe('the table of cores', () => {
  test('SYNC-017: says of each core whether it is in sync, and nothing of one that was never paired', () => {
    expect(rows.map(({ edge, sync }) => [edge.name, sync])).toEqual([
      ['Core 10', 'in'],
      ['Core 9', 'out'],
      ['New', 'none'],
      ['ליבה', 'in'],
    ]);
  });

  test('SYNC-017: is filtered by being in sync, by state, and by the names of core and site', () => {
    expect(shown({ sync: 'out' })).toEqual(['Core 9']);
    expect(shown({ sync: 'in', text: 'haifa' })).toEqual(['Core 10']);
    expect(shown({ state: 'offline' })).toEqual(['Core 9']);
    expect(shown({ text: 'מחסן' })).toEqual(['ליבה']);
    expect(shown({ text: 'core', state: 'notConnected' })).toEqual([]);
  });

  test('is in the order of names, numbers as numbers', () =>
    expect(shown()).toEqual(['Core 9', 'Core 10', 'New', 'ליבה']));
});
