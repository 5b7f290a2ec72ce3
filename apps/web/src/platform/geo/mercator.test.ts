import { describe, expect, test } from 'vitest';
import { fitting, panned, projected, toScreen, unprojected, zoomed, type MapView } from './mercator.ts';
import { worldLines } from './world-lines.ts';

const size = { width: 800, height: 600 };

describe('the projection', () => {
  test('puts the corners of the world where they belong, and poles where it ends', () => {
    expect(projected({ lat: 0, lon: 0 })).toEqual({ x: 0.5, y: 0.5 });
    expect(projected({ lat: 90, lon: -180 }).y).toBeCloseTo(0, 5);
    expect(projected({ lat: -90, lon: 180 }).y).toBeCloseTo(1, 5);
    expect(projected({ lat: 32.08, lon: 34.78 }).y).toBeLessThan(0.5);
    const back = unprojected(projected({ lat: 32.08, lon: 34.78 }));
    expect([back.lat, back.lon]).toEqual([expect.closeTo(32.08, 9), expect.closeTo(34.78, 9)]);
  });

  test('keeps what is under the pointer there while zooming', () => {
    const view: MapView = { x: 0.5, y: 0.4, zoom: 3 };
    const place = { x: 700, y: 100 };
    const point = { x: 0.5 + (place.x - 400) / 2048, y: 0.4 + (place.y - 300) / 2048 };
    const after = zoomed(view, 1.5, { place, size });
    expect(toScreen(point, after, size).x).toBeCloseTo(place.x, 6);
    expect(toScreen(point, after, size).y).toBeCloseTo(place.y, 6);
    expect(zoomed(view, 99, { place, size }).zoom).toBe(13);
    expect(zoomed(view, 99, { place, size, maxZoom: 19 }).zoom).toBe(19);
    // Beside the street map one stays as near as one was, and can go away.
    const near = { ...view, zoom: 17 };
    expect([zoomed(near, 1, { place, size }).zoom, zoomed(near, -1, { place, size }).zoom]).toEqual([17, 16]);
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
