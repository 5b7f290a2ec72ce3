import { fromLonLat } from 'ol/proj.js';
import { describe, expect, test } from 'vitest';
import { fromMetres, projected, toMetres, toScreen, unprojected } from './mercator.ts';
import { worldLines } from './world-lines.ts';

describe('the projection', () => {
  test('puts the corners of the world where they belong, and poles where it ends', () => {
    expect(projected({ lat: 0, lon: 0 })).toEqual({ x: 0.5, y: 0.5 });
    expect(projected({ lat: 90, lon: -180 }).y).toBeCloseTo(0, 5);
    expect(projected({ lat: -90, lon: 180 }).y).toBeCloseTo(1, 5);
    expect(projected({ lat: 32.08, lon: 34.78 }).y).toBeLessThan(0.5);
    const back = unprojected(projected({ lat: 32.08, lon: 34.78 }));
    expect([back.lat, back.lon]).toEqual([expect.closeTo(32.08, 9), expect.closeTo(34.78, 9)]);
  });

  test('knows the metres of web maps, and back', () => {
    expect(toMetres({ x: 0.5, y: 0.5 })).toEqual([0, 0]);
    const haifa = { lat: 32.82, lon: 34.99 };
    // As the map library counts them, which draws what we measure.
    const [east = 0, north = 0] = fromLonLat([haifa.lon, haifa.lat]);
    const metres = toMetres(projected(haifa));
    expect(metres).toEqual([expect.closeTo(east, 3), expect.closeTo(north, 3)]);
    const back = unprojected(fromMetres(metres));
    expect([back.lat, back.lon]).toEqual([expect.closeTo(haifa.lat, 9), expect.closeTo(haifa.lon, 9)]);
  });

  test('puts a point of the world where it is in a view', () => {
    const view = { x: 0.5, y: 0.4, zoom: 3 };
    expect(toScreen({ x: 0.5 + 100 / 2048, y: 0.4 - 50 / 2048 }, view, { width: 800, height: 600 })).toEqual({
      x: expect.closeTo(500, 9) as number,
      y: expect.closeTo(250, 9) as number,
    });
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
