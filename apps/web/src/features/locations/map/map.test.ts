import type { HomeLocation } from '@sightline/contracts/home/home';
import { describe, expect, test } from 'vitest';
import { forestOf } from '../tree/location-forest.ts';
import { clustersOf, placesOf, type MapPlace } from './map-places.ts';
import { fitting, panned, projected, toScreen, zoomed, type MapView } from './mercator.ts';
import { worldLines } from './world-lines.ts';

const size = { width: 800, height: 600 };
const site = (id: string, parentId: string | null, { coordinates = null, cameras = {} }: Partial<HomeLocation>): HomeLocation => ({
  id,
  name: id,
  parentId,
  timeZone: 'UTC',
  address: null,
  city: null,
  coordinates,
  revision: 1,
  isNameOnly: false,
  status: null,
  cores: { total: 0, online: 0 },
  cameras,
  can: { edit: true, remove: true },
});

describe('the projection', () => {
  test('puts the corners of the world where they belong, and poles where it ends', () => {
    expect(projected({ lat: 0, lon: 0 })).toEqual({ x: 0.5, y: 0.5 });
    expect(projected({ lat: 90, lon: -180 }).y).toBeCloseTo(0, 5);
    expect(projected({ lat: -90, lon: 180 }).y).toBeCloseTo(1, 5);
    expect(projected({ lat: 32.08, lon: 34.78 }).y).toBeLessThan(0.5);
  });

  test('keeps what is under the pointer there while zooming', () => {
    const view: MapView = { x: 0.5, y: 0.4, zoom: 3 };
    const place = { x: 700, y: 100 };
    const point = { x: 0.5 + (place.x - 400) / 2048, y: 0.4 + (place.y - 300) / 2048 };
    const after = zoomed(view, 1.5, { place, size });
    expect(toScreen(point, after, size).x).toBeCloseTo(place.x, 6);
    expect(toScreen(point, after, size).y).toBeCloseTo(place.y, 6);
    expect(zoomed(view, 99, { place, size }).zoom).toBe(13);
  });

  test('does not lose the world, however far it is pushed', () => {
    expect(panned({ x: 0.5, y: 0.5, zoom: 2 }, { x: 1e9, y: -1e9 })).toEqual({ x: 0, y: 1, zoom: 2 });
  });

  test('shows all sites at once, one alone not too near, and the world where there is none', () => {
    const points = [projected({ lat: 32, lon: 34 }), projected({ lat: 52, lon: 13 })];
    const view = fitting(points, size);
    for (const point of points) {
      const { x, y } = toScreen(point, view, size);
      expect(x >= 0 && x <= 800 && y >= 0 && y <= 600).toBe(true);
    }
    expect(fitting(points.slice(0, 1), size).zoom).toBe(9);
    expect(fitting([], size).zoom).toBeCloseTo(Math.log2(800 / 256), 6);
  });
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

  const place = (id: string, x: number, y: number): MapPlace => ({ id, name: id, x, y, states: { online: 1, offline: id === 'a' ? 1 : 0 }, cameraTotal: 1 });

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
    const places = Array.from({ length: 5_000 }, (_, index) => place(`p${String(index)}`, (index * 0.618_034) % 1, (index * 0.414_214) % 1));
    expect(clustersOf(places, 4).reduce((sum, { places: inside }) => sum + inside.length, 0)).toBe(5_000);
  });
});

test('the lines of the world: what two countries share is a border, the rest a coast', () => {
  const topology = {
    transform: { scale: [1, 1], translate: [0, 0] },
    arcs: [
      [
        [0, 0],
        [10, 0],
        [0, 10],
      ],
      [
        [10, 10],
        [-10, -10],
      ],
      [
        [10, 10],
        [-10, 0],
        [0, -10],
      ],
    ],
    objects: {
      countries: {
        geometries: [
          { type: 'Polygon', arcs: [[0, 1]] },
          { type: 'MultiPolygon', arcs: [[[-2, 2]]] },
        ],
      },
    },
  };
  const { coasts, borders, rings } = worldLines(topology);
  expect([coasts.length, borders.length, rings.length]).toEqual([2, 1, 2]);
  expect(rings[0]).toHaveLength(4);
  expect(borders[0]?.[0]).toEqual(projected({ lat: 10, lon: 10 }));
});
