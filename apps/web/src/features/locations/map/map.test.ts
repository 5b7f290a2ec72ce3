import type { HomeLocation } from '@sightline/contracts/home/home';
import { describe, expect, test } from 'vitest';
import { forestOf } from '../tree/location-forest.ts';
import { clustersOf, placesOf, type MapPlace } from './map-places.ts';

const site = (
  id: string,
  parentId: string | null,
  { coordinates = null, cameras = {}, status = null, cores = { total: 0, online: 0 } }: Partial<HomeLocation>,
): HomeLocation => ({
  id,
  name: id,
  parentId,
  timeZone: 'UTC',
  address: null,
  city: null,
  coordinates,
  revision: 1,
  isNameOnly: false,
  status,
  cores,
  cameras,
  can: { edit: true, remove: true },
});

describe('sites on the map', () => {
  test('parts without a place count where their site lies, and sites without one are named apart', () => {
    const { places, unplaced } = placesOf(
      forestOf([
        site('Port', null, { coordinates: { lat: 32.8, lon: 35 }, cameras: { online: 1 } }),
        site('Hall', 'Port', { cameras: { offline: 2 } }),
        site('Pier', 'Port', { coordinates: { lat: 32.9, lon: 35 }, cameras: { online: 4 } }),
        site('Depot', null, { cameras: { online: 9 } }),
      ]),
    );
    expect(places.map(({ name, states, cameraTotal }) => ({ name, states, cameraTotal }))).toEqual([
      { name: 'Port', states: { online: 1, offline: 2 }, cameraTotal: 3 },
      { name: 'Pier', states: { online: 4 }, cameraTotal: 4 },
    ]);
    expect(unplaced.map(({ location }) => location.name)).toEqual(['Depot']);
  });

  const place = (id: string, x: number, y: number): MapPlace => ({
    id,
    name: id,
    x,
    y,
    states: { online: 1, offline: id === 'a' ? 1 : 0 },
    cameraTotal: 1,
    status: null,
  });

  test('HOME-007 have the state of their cores too, several together the worst of them, and none without any device', () => {
    const shown = (state: 'online' | 'offline' | 'unhealthy') => ({
      state,
      part: null,
      cause: null,
      sinceUtcMs: 0,
      isFlapping: false,
    });
    const coordinates = { lat: 32.8, lon: 35 };
    const { places } = placesOf(
      forestOf([
        site('Port', null, { coordinates, cameras: { online: 1 }, status: shown('unhealthy') }),
        site('Core only', null, { coordinates, cores: { total: 1, online: 0 }, status: shown('offline') }),
        site('Empty', null, { coordinates, status: shown('offline') }),
      ]),
    );
    expect(places.map(({ status }) => status?.state ?? null)).toEqual(['unhealthy', 'offline', null]);
    expect(clustersOf(places, 3).map(({ status }) => status?.state)).toEqual(['offline']);
  });

  test('those that would touch are one, with the sum of their cameras, and part again as one comes nearer', () => {
    const places = [place('a', 0.5, 0.5), place('b', 0.5001, 0.5), place('c', 0.9, 0.5)];
    const far = clustersOf(places, 3);
    expect(far.map(({ key, places: inside, states }) => [key, inside.length, states])).toEqual([
      ['a', 2, { online: 2, offline: 1 }],
      ['c', 1, { online: 1, offline: 0 }],
    ]);
    expect(clustersOf(places, 13)).toHaveLength(3);
  });

  test('five thousand of them take no time that anybody notices', () => {
    const places = Array.from({ length: 5_000 }, (_, index) =>
      place(`p${String(index)}`, (index * 0.618_034) % 1, (index * 0.414_214) % 1),
    );
    expect(clustersOf(places, 4).reduce((sum, { places: inside }) => sum + inside.length, 0)).toBe(5_000);
  });
});
