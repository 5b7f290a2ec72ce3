import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import { rasterMapFile, streetMapFile, type StreetMapSchema } from '@sightline/simulators/street-map/street-map-file';
import type RenderFeature from 'ol/render/Feature.js';
import { createXYZ } from 'ol/tilegrid.js';
import type Style from 'ol/style/Style.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { projected } from '../geo/mercator.ts';
import { directed } from './label-style.ts';
import type { MapColours, MapLook } from './map-colours.ts';
import { openStreetLayer } from './street-layer.ts';
import { paintStyles, streetStyle } from './street-style.ts';
import { openTileBytes } from './tile-bytes.ts';
import { featuresOf, groundOf, linesOf, thingOf } from './tile-features.ts';
import { paintOf } from './tile-paint.ts';

const town = { lat: 32.82, lon: 34.99 };
const middle = projected(town);
const townFile = streetMapFile(town);
const grid = createXYZ({ maxZoom: 14, tileSize: 512 });
const placeAt = (z: number): [number, number, number] => [
  z,
  Math.floor(middle.x * 2 ** z),
  Math.floor(middle.y * 2 ** z),
];
const mapOf = (file: Buffer, tiles: StreetMap['tiles'] = 'vector'): StreetMap => ({
  version: 'v',
  bytes: file.length,
  tiles,
  minZoom: 8,
  maxZoom: 14,
  bounds: { west: 34.9, south: 32.7, east: 35.1, north: 32.9 },
  attribution: [],
  layers: [],
});
const look: MapLook = {
  colours: new Proxy({}, { get: (_, name) => String(name) }) as MapColours,
  family: 'Heebo',
};

const openFile = (file: Buffer) => {
  let reads = 0;
  let isAway = false;
  const read = async (offset: number, length: number): Promise<ArrayBuffer> => {
    if (isAway) throw new Error('away');
    reads++;
    return new Uint8Array(file.subarray(offset, offset + length)).buffer;
  };
  const readTile = openTileBytes(mapOf(file), read);
  return { read, readTile, reads: () => reads, setAway: (now: boolean) => (isAway = now) };
};
const featuresAt = async (z: number, file = townFile): Promise<RenderFeature[]> => {
  const place = placeAt(z);
  const bytes = await openFile(file).readTile(...place);
  return featuresOf(bytes ?? new ArrayBuffer(), grid.getTileCoordExtent(place));
};
const stylesOf = (feature: RenderFeature, zoom: number, language = 'he'): Style[] => {
  const found = streetStyle({ language, hasLand: true, look })(feature, 156_543.033_928 / 2 ** zoom);
  return found === undefined ? [] : [found].flat();
};
const textsOf = (features: readonly RenderFeature[], zoom: number, language?: string): string[] =>
  features.flatMap((feature) =>
    stylesOf(feature, zoom, language).flatMap((style) => String(style.getText()?.getText() ?? '') || []),
  );

afterEach(() => vi.useRealTimers());

describe('reading a street map', () => {
  test.each<StreetMapSchema>(['protomaps', 'openmaptiles'])(
    'finds everything of a town as %s names it',
    async (schema) => {
      const features = await featuresAt(12, streetMapFile(town, schema));
      const paints = features.map((feature) => {
        const thing = thingOf(feature);
        return thing === null ? null : paintOf(thing);
      });
      expect(paints).toEqual(expect.arrayContaining(['water', 'grass', 'building', 'minor', 'medium', 'major']));
      expect(paints.filter((paint) => paint === 'building').length).toBeGreaterThan(20);
      expect([...textsOf(features, 15), ...textsOf(features, 15.5)]).toEqual(
        expect.arrayContaining(['נמל התכלת', 'שדרות הרצל', 'רחוב הנמל (ישן)'].map(directed)),
      );
    },
  );

  test('names in the language of the reader', async () => {
    expect(textsOf(await featuresAt(14), 15, 'en')).toEqual(
      expect.arrayContaining(['Techelet Port', 'Herzl Boulevard'].map(directed)),
    );
  });

  test('has none where the file has none, and tries again what failed', async () => {
    const { readTile, setAway } = openFile(townFile);
    setAway(true);
    await expect(readTile(...placeAt(14))).rejects.toThrow('away');
    setAway(false);
    expect((await readTile(...placeAt(14)))?.byteLength).toBeGreaterThan(100);
    expect(await readTile(14, 1, 1)).toBeNull();
  });

  test('does not take broken bytes for an empty tile', async () => {
    const dataAt = Number(townFile.readBigUInt64LE(56));
    await expect(openFile(Buffer.from(townFile).fill(0xff, dataAt)).readTile(...placeAt(14))).rejects.toThrow();
    expect(() => featuresOf(new Uint8Array(200).fill(0xff).buffer, [0, 0, 1, 1])).toThrow();
  });

  test('gives finished pictures as they are', async () => {
    const picture = await openFile(rasterMapFile(town)).readTile(...placeAt(13));
    expect([...new Uint8Array(picture ?? new ArrayBuffer()).slice(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });
});

describe('how a street map is drawn', () => {
  test('streets on houses on water on the ground, with all edges below all streets', () => {
    const order = (['motorway', 'minor', 'building', 'water'] as const).flatMap((paint) =>
      paintStyles(paint, 16, look).map((style) => ({
        at: style.getZIndex() ?? 0,
        colour: style.getStroke()?.getColor() ?? style.getFill()?.getColor(),
      })),
    );
    expect(order.toSorted((a, b) => a.at - b.at).map(({ colour }) => colour)).toEqual([
      'water',
      'building',
      'casing',
      'casing',
      'minor',
      'motorway',
    ]);
    const [ground] = stylesOf(groundOf([0, 0, 1, 1]), 16);
    expect(ground?.getZIndex()).toBeLessThan(0);
    // The map draws land itself: what it leaves free is the sea.
    expect(ground?.getFill()?.getColor()).toBe('water');
  });

  test('what would be a blur from far away is left out', () => {
    expect([paintStyles('building', 12, look), paintStyles('minor', 9, look)]).toEqual([[], []]);
    expect(paintStyles('motorway', 9, look)).toHaveLength(1);
  });

  test('names stand on one straight line, which the library does not write letter by letter', async () => {
    const features = await featuresAt(14);
    const street = features.find((feature) => feature.get('name:en') === 'Herzl Boulevard');
    if (street === undefined) throw new Error('no such street');
    expect(linesOf(street)[0]?.length).toBeGreaterThan(2);
    const label = stylesOf(street, 16).find((style) => style.getText() !== null);
    expect(label?.getText()?.getPlacement()).toBe('line');
    const line = label?.getGeometryFunction()(street);
    expect(line?.getType()).toBe('LineString');
    expect((line as { getFlatCoordinates: () => number[] }).getFlatCoordinates()).toHaveLength(4);
  });

  test('the more important name is placed first, and a street has none from far away', async () => {
    const features = await featuresAt(14);
    const rankOf = (name: string): number => {
      const feature = features.find((one) => one.get('name:en') === name);
      const styles = feature === undefined ? [] : [15, 16].flatMap((zoom) => stylesOf(feature, zoom));
      return styles.find((style) => style.getText() !== null)?.getZIndex() ?? Number.NaN;
    };
    expect(rankOf('Techelet Port')).toBeGreaterThan(rankOf('Herzl Boulevard'));
    expect(rankOf('Herzl Boulevard')).toBeGreaterThan(rankOf('Palm Street'));
    expect(textsOf(features, 12)).not.toContain(directed('שדרות הרצל'));
  });

  test('a name reads the way of its first letter', () => {
    const ways = ['רחוב 5 (ישן)', '5 רחוב', '(Old) Harbour', 'شارع', '12'].map((text) => directed(text)[0]);
    expect(ways).toEqual(['\u2067', '\u2067', '\u2066', '\u2067', '\u2066']);
  });
});

describe('tiles that cannot be had', () => {
  const open = () => {
    const file = openFile(townFile);
    const [onWhole, onProblem] = [vi.fn(), vi.fn()];
    const streets = openStreetLayer({ map: mapOf(townFile), language: 'he', read: file.read, onWhole, onProblem });
    const source = streets.layer.getSource() as unknown as {
      getKey: () => string;
      getTile: (...at: [z: number, x: number, y: number, ratio: number, projection: unknown]) => {
        load: () => void;
        getState: () => number;
      };
    };
    return { ...file, streets, source, onWhole, onProblem };
  };
  const [loaded, failed] = [2, 3];

  test('are said to be missing once, and come when they are asked for again', async () => {
    vi.useFakeTimers();
    const { source, streets, setAway, onWhole, onProblem } = open();
    setAway(true);
    const [z, x, y] = placeAt(14);
    const ask = () => {
      const tile = source.getTile(z, x, y, 1, streets.layer.getSource()?.getProjection());
      tile.load();
      return tile;
    };
    const first = ask();
    await vi.waitFor(() => expect(first.getState()).toBe(failed));
    expect(onWhole).toHaveBeenLastCalledWith(false);
    expect(onProblem).toHaveBeenCalledOnce();
    setAway(false);
    const before = source.getKey();
    await vi.advanceTimersByTimeAsync(5_000);
    // The library asks again for what is in view when the source has another key.
    expect(source.getKey()).not.toBe(before);
    const second = ask();
    await vi.waitFor(() => expect(second.getState()).toBe(loaded));
    expect(onWhole).toHaveBeenLastCalledWith(true);
    streets.end();
  });

  test('are forgotten once nobody looks at them any more, and after the end nothing is tried', async () => {
    vi.useFakeTimers();
    const { source, streets, setAway, onWhole } = open();
    setAway(true);
    const tile = source.getTile(...placeAt(14), 1, streets.layer.getSource()?.getProjection());
    tile.load();
    await vi.waitFor(() => expect(onWhole).toHaveBeenLastCalledWith(false));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onWhole).toHaveBeenLastCalledWith(true);
    expect(vi.getTimerCount()).toBe(0);
    streets.end();
  });
});

test('finished pictures are tiles of the map library, with nothing where the file has none', async () => {
  const made: unknown[] = [];
  vi.stubGlobal('ImageData', class {});
  vi.stubGlobal('createImageBitmap', async (from: unknown) => {
    made.push(from);
    return { width: 256, height: 256 };
  });
  const file = rasterMapFile(town);
  const { read } = openFile(file);
  const [onWhole, onProblem] = [vi.fn(), vi.fn()];
  const map = { ...mapOf(file, 'png'), maxZoom: 13 };
  const streets = openStreetLayer({ map, language: 'he', read, onWhole, onProblem });
  const source = streets.layer.getSource() as unknown as {
    getTile: (...at: [z: number, x: number, y: number, ratio: number, projection: unknown]) => {
      load: () => void;
      getState: () => number;
    };
  };
  const beyond: ReturnType<typeof placeAt> = [13, 1, 1];
  for (const [z, x, y] of [placeAt(13), beyond]) {
    const tile = source.getTile(z, x, y, 1, streets.layer.getSource()?.getProjection());
    tile.load();
    await vi.waitFor(() => expect(tile.getState()).toBe(2));
  }
  expect(made[0]).toMatchObject({ type: 'image/png' });
  expect((made[0] as Blob).size).toBeGreaterThan(50);
  expect(made[1]).not.toBeInstanceOf(Blob);
  expect(onProblem).not.toHaveBeenCalled();
  streets.end();
  vi.unstubAllGlobals();
});
