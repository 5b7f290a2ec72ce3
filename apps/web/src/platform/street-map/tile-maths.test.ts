import { describe, expect, test } from 'vitest';
import { projected } from '../geo/mercator.ts';
import {
  paintedSidePx,
  sourceOf,
  tileBox,
  tilesInView,
  tileSidePx,
  tileZoomFor,
  type TileRange,
} from './tile-maths.ts';

const range: TileRange = {
  isVector: true,
  minZoom: 8,
  maxZoom: 14,
  bounds: { west: 34.9, south: 32.7, east: 35.1, north: 32.9 },
};
const size = { width: 800, height: 600 };
const haifa = projected({ lat: 32.82, lon: 34.99 });

describe('tiles of a view', () => {
  test('there are none farther away than the map begins, and pictures end where the file does', () => {
    expect(tileZoomFor(range, 8.9)).toBeNull();
    expect([tileZoomFor(range, 9), tileZoomFor(range, 15.9), tileZoomFor(range, 19)]).toEqual([8, 14, 18]);
    const pictures = { ...range, isVector: false };
    expect([tileZoomFor(pictures, 7.4), tileZoomFor(pictures, 12.6), tileZoomFor(pictures, 19)]).toEqual([
      null,
      13,
      14,
    ]);
    expect(tileZoomFor({ ...range, minZoom: 0 }, 0.3)).toBe(0);
  });

  test('are those that the map covers, from the middle outwards, and none of a view elsewhere', () => {
    const tiles = tilesInView(range, 14, { view: { ...haifa, zoom: 15 }, size });
    expect(tiles[0]).toEqual({ z: 14, x: Math.floor(haifa.x * 2 ** 14), y: Math.floor(haifa.y * 2 ** 14) });
    expect(tiles.length).toBeLessThanOrEqual(9);
    expect(tilesInView(range, 14, { view: { ...projected({ lat: 52, lon: 13 }), zoom: 15 }, size })).toEqual([]);
    // At the edge of what is covered nothing beyond it is asked for.
    const edge = tilesInView(range, 10, { view: { ...haifa, zoom: 5 }, size });
    expect(
      edge.every(
        ({ x }) => x / 1024 < projected({ lat: 0, lon: 35.1 }).x && (x + 1) / 1024 > projected({ lat: 0, lon: 34.9 }).x,
      ),
    ).toBe(true);
  });

  test('meet without a gap, at any part of a px', () => {
    for (const zoom of [15, 15.37, 15.999]) {
      const scene = { view: { x: haifa.x + 1e-7, y: haifa.y, zoom }, size };
      const [left, right] = [
        tileBox({ z: 14, x: 9784, y: 6600 }, scene, 1.5),
        tileBox({ z: 14, x: 9785, y: 6600 }, scene, 1.5),
      ];
      expect(left.x + left.width).toBe(right.x);
      expect(Math.abs(left.width - tileSidePx(14, zoom) * 1.5)).toBeLessThanOrEqual(1);
    }
  });

  test('beyond the last zoom are parts of a tile of it', () => {
    expect(sourceOf({ z: 16, x: 39_138, y: 26_403 }, 14)).toEqual({
      place: { z: 14, x: 9784, y: 6600 },
      across: 4,
      column: 2,
      row: 3,
    });
    expect(sourceOf({ z: 12, x: 5, y: 6 }, 14)).toEqual({ place: { z: 12, x: 5, y: 6 }, across: 1, column: 0, row: 0 });
  });

  test('are painted in a few sizes, never larger than memory allows', () => {
    expect(paintedSidePx(512, 1)).toBe(512);
    expect(paintedSidePx(513, 1)).toBe(724);
    expect(paintedSidePx(900, 3)).toBe(1024);
  });
});
