import { PbfWriter } from 'pbf';

/** Steps of a tile's side. */
export const tileExtent = 4096;

/** Something on a tile: points of each part in steps from its upper left corner. */
export interface TileFeature {
  kind: 'point' | 'line' | 'area';
  parts: readonly (readonly (readonly [number, number])[])[];
  properties: Readonly<Record<string, string | number>>;
}

const kinds = { point: 1, line: 2, area: 3 } as const;
const zigzag = (value: number): number => (value << 1) ^ (value >> 31);
const command = (id: number, count: number): number => (count << 3) | id;

/** Moves and lines as the format has them: each point as a step from the one before. */
function geometryOf({ kind, parts }: TileFeature): number[] {
  let [x, y] = [0, 0];
  const step = ([toX, toY]: readonly [number, number]): number[] => {
    const steps = [zigzag(toX - x), zigzag(toY - y)];
    [x, y] = [toX, toY];
    return steps;
  };
  return parts.flatMap(([first, ...rest]) => {
    if (first === undefined) return [];
    const moved = [command(1, 1), ...step(first)];
    if (kind === 'point') return moved;
    const lines = [...moved, command(2, rest.length), ...rest.flatMap(step)];
    return kind === 'area' ? [...lines, command(7, 1)] : lines;
  });
}

const writeValue = (value: string | number, out: PbfWriter): void => {
  if (typeof value === 'string') out.writeStringField(1, value);
  else out.writeVarintField(5, value);
};

function writeLayer({ name, features }: { name: string; features: readonly TileFeature[] }, out: PbfWriter): void {
  const keys: string[] = [];
  const values: (string | number)[] = [];
  const placeIn = <T>(list: T[], entry: T): number => {
    if (!list.includes(entry)) list.push(entry);
    return list.indexOf(entry);
  };
  out.writeVarintField(15, 2);
  out.writeStringField(1, name);
  for (const feature of features) {
    const tags = Object.entries(feature.properties).flatMap(([key, value]) => [
      placeIn(keys, key),
      placeIn(values, value),
    ]);
    const write = (_: unknown, inner: PbfWriter): void => {
      inner.writePackedVarint(2, tags);
      inner.writeVarintField(3, kinds[feature.kind]);
      inner.writePackedVarint(4, geometryOf(feature));
    };
    out.writeMessage(2, write, undefined);
  }
  for (const key of keys) out.writeStringField(3, key);
  for (const value of values) out.writeMessage(4, writeValue, value);
  out.writeVarintField(5, tileExtent);
}

/** A vector tile (MVT 2) with these layers. */
export function vectorTile(layers: Readonly<Record<string, readonly TileFeature[]>>): Uint8Array {
  const out = new PbfWriter();
  for (const [name, features] of Object.entries(layers)) out.writeMessage(3, writeLayer, { name, features });
  return out.finish();
}
