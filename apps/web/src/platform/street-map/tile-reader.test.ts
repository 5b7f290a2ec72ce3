import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import { rasterMapFile, streetMapFile, type StreetMapSchema } from '@sightline/simulators/street-map/street-map-file';
import { describe, expect, test } from 'vitest';
import { projected } from '../geo/mercator.ts';
import { drawTile, type MapColours } from './draw-tile.ts';
import { straightStretch } from './straight-stretch.ts';
import { createTileReader, worldLabels } from './tile-reader.ts';
import type { ShapePath } from './tile-shapes.ts';

const town = { lat: 32.82, lon: 34.99 };
const middle = projected(town);
const townFile = streetMapFile(town);
const placeAt = (z: number) => ({ z, x: Math.floor(middle.x * 2 ** z), y: Math.floor(middle.y * 2 ** z) });
const bounds = { west: 34.9, south: 32.7, east: 35.1, north: 32.9 };
const mapOf = (file: Buffer, tiles: StreetMap['tiles']): StreetMap => ({
  version: 'v',
  bytes: file.length,
  tiles,
  minZoom: 8,
  maxZoom: 14,
  bounds,
  attribution: [],
  layers: [],
});

/** A path that only counts. */
class Counted implements ShapePath {
  points = 0;
  rings = 0;
  moveTo(): void {
    this.points++;
  }
  lineTo(): void {
    this.points++;
  }
  closePath(): void {
    this.rings++;
  }
}

const openFile = (
  file: Buffer,
  { tiles = 'vector', language = 'he' }: { tiles?: StreetMap['tiles']; language?: string } = {},
) => {
  let reads = 0;
  let isAway = false;
  const reader = createTileReader({
    map: mapOf(file, tiles),
    language,
    read: async (offset, length) => {
      if (isAway) throw new Error('away');
      reads++;
      return new Uint8Array(file.subarray(offset, offset + length)).buffer;
    },
    makePath: () => new Counted(),
  });
  return { reader, reads: () => reads, setAway: (now: boolean) => (isAway = now) };
};

describe('reading a street map', () => {
  test.each<StreetMapSchema>(['protomaps', 'openmaptiles'])(
    'finds everything of a town as %s names it',
    async (schema) => {
      const shapes = await openFile(streetMapFile(town, schema)).reader.shapes(placeAt(12));
      expect([...(shapes?.paths.keys() ?? [])]).toEqual(
        expect.arrayContaining(['water', 'grass', 'building', 'minor', 'medium', 'major']),
      );
      expect(shapes?.paths.get('building')?.rings).toBeGreaterThan(20);
      const texts = shapes?.labels.map(({ text }) => text);
      expect(texts).toEqual(expect.arrayContaining(['נמל התכלת', 'שדרות הרצל', 'רחוב הנמל (ישן)']));
      // In many pieces, and named once.
      expect(new Set(texts).size).toBe(texts?.length);
    },
  );

  test('names in the language of the reader', async () => {
    const shapes = await openFile(townFile, { language: 'en' }).reader.shapes(placeAt(14));
    expect(shapes?.labels.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Techelet Port', 'Herzl Boulevard']),
    );
  });

  test('keeps tiles, has none where the file has none, and tries again what failed', async () => {
    const { reader, reads, setAway } = openFile(townFile);
    setAway(true);
    await expect(reader.shapes(placeAt(14))).rejects.toThrow('away');
    setAway(false);
    const first = await reader.shapes(placeAt(14));
    const before = reads();
    expect(await reader.shapes(placeAt(14))).toBe(first);
    expect(await reader.shapes({ z: 14, x: 1, y: 1 })).toBeNull();
    expect(reads()).toBe(before);
  });

  test('does not take broken bytes for an empty tile', async () => {
    const dataAt = Number(townFile.readBigUInt64LE(56));
    await expect(openFile(Buffer.from(townFile).fill(0xff, dataAt)).reader.shapes(placeAt(14))).rejects.toThrow();
  });

  test('gives finished pictures as they are', async () => {
    const picture = await openFile(rasterMapFile(town), { tiles: 'png' }).reader.picture(placeAt(13));
    expect([...new Uint8Array(picture ?? new ArrayBuffer()).slice(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  test('cuts names with the tile beyond the last zoom, each once', async () => {
    const shapes = await openFile(townFile).reader.shapes(placeAt(14));
    if (shapes === null) throw new Error('no tile');
    const { x, y } = placeAt(14);
    const parts = [0, 1].flatMap((dx) =>
      [0, 1].flatMap((dy) => worldLabels({ z: 15, x: x * 2 + dx, y: y * 2 + dy }, 14, shapes)),
    );
    expect(parts.map(({ text }) => text).toSorted()).toEqual(shapes.labels.map(({ text }) => text).toSorted());
    const city = parts.find(({ kind }) => kind === 'city');
    expect(Math.abs((city?.x ?? 0) - middle.x)).toBeLessThan(1e-4);
  });
});

describe('painting a tile', () => {
  const colours = new Proxy({}, { get: (_, name) => String(name) }) as MapColours;
  const painted = (zoom: number): string[] => {
    const said: string[] = [];
    const context = {
      fillStyle: '',
      strokeStyle: '',
      lineWidth: 0,
      lineJoin: '',
      lineCap: '',
      setTransform: () => undefined,
      setLineDash: () => undefined,
      fillRect: () => said.push(`ground ${context.fillStyle}`),
      fill: () => said.push(`fill ${context.fillStyle}`),
      stroke: () => said.push(`stroke ${context.strokeStyle}`),
    };
    const paths = new Map((['motorway', 'minor', 'building', 'water'] as const).map((paint) => [paint, new Counted()]));
    drawTile(context, paths, { colours, zoom, sidePx: 512, ratio: 1, part: { across: 1, column: 0, row: 0 } });
    return said;
  };

  test('lays streets on houses on water, with all edges below all streets', () => {
    expect(painted(16)).toEqual([
      'ground ground',
      'fill water',
      'fill building',
      'stroke casing',
      'stroke casing',
      'stroke minor',
      'stroke motorway',
    ]);
  });

  test('leaves out what would be a blur from far away', () => {
    expect(painted(9)).toEqual(['ground ground', 'fill water', 'stroke motorway']);
  });
});

describe('where a name stands on a street', () => {
  const line = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y }));
  test('on the longest straight part, never on its head', () => {
    expect(straightStretch(line([0, 0], [10, 0], [10, 100]))).toEqual({
      x: 10,
      y: 50,
      angle: Math.PI / 2,
      length: 100,
    });
    expect(straightStretch(line([100, 0], [0, 0]))?.angle).toBeCloseTo(0, 9);
    // On the line, and not beside it, where it bends a little.
    expect(straightStretch(line([0, 0], [50, 2], [100, 0]))).toMatchObject({
      x: expect.closeTo(50, 6) as number,
      y: expect.closeTo(2, 6) as number,
      length: 100,
    });
    expect(straightStretch(line([0, 0], [50, 30], [100, 0]))?.length).toBeCloseTo(58.3, 1);
    expect(straightStretch(line([3, 3]))).toBeNull();
    expect(straightStretch(line([3, 3], [3, 3]))).toBeNull();
  });
});
