import { motionColumns, motionRows } from '@sightline/contracts/events/motion';
import { viewColumns, viewPoints, viewRows, wayBits } from './edge-map.ts';
import { cellAt, type SeenView } from './seen-view.ts';

/** An edge that is there in this share of the pictures belongs to the view. */
const usualShare = 0.8;
/** Newer pictures count as much as so many before: slow enough for what passes, fast enough for dusk. */
const follows = 600;
const numbers = ['samples', 'mean', 'spread', 'edges', 'sharpness', 'changes'] as const;
const cellCount = motionColumns * motionRows;
const headBytes = numbers.length * 4 + cellCount * 4;

/** What a camera usually shows, learnt from its pictures. */
export class UsualView {
  /** Pictures of another stream are not compared with it. */
  readonly streamId: string;
  samples = 0;
  mean = 0;
  spread = 0;
  edges = 0;
  sharpness = 0;
  /** Share of the pictures in which anything was otherwise than in the one before. */
  changes = 0;
  readonly cells = new Float32Array(cellCount);
  /** How often there is an edge of each way at each point, 0-1. */
  readonly #shares = new Float32Array(viewPoints * wayBits.length);
  #usual: { at: Int32Array; ways: Uint8Array } | null = null;

  constructor(streamId: string) {
    this.streamId = streamId;
  }

  /** Where edges are that always are, and which way they are. */
  get usual(): { at: Int32Array; ways: Uint8Array } {
    this.#usual ??= this.#findUsual();
    return this.#usual;
  }

  /** Takes a picture as usual. `hidden` points are those that nobody may see: nothing of them is kept. */
  learn(seen: SeenView, hidden: Uint8Array | null): void {
    this.samples++;
    const weight = Math.max(1 / this.samples, 1 / follows);
    const follow = (usual: number, now: number): number => usual + (now - usual) * weight;
    this.mean = follow(this.mean, seen.mean);
    this.spread = follow(this.spread, seen.spread);
    this.edges = follow(this.edges, seen.edges);
    this.sharpness = follow(this.sharpness, seen.sharpness);
    this.changes = follow(this.changes, seen.isStill ? 0 : 1);
    for (let cell = 0; cell < cellCount; cell++) this.cells[cell] = follow(this.cells[cell]!, seen.cells[cell]!);
    for (let at = 0, share = 0; at < viewPoints; at++) {
      const way = hidden?.[at] === 1 ? 0 : seen.wide[at]!;
      for (const bit of wayBits) {
        const now = this.#shares[share]!;
        if (way !== 0 || now !== 0) this.#shares[share] = now + ((way & bit ? 1 : 0) - now) * weight;
        share++;
      }
    }
    this.#usual = null;
  }

  /** Nothing is known of these points any more, 1 each. */
  forget(points: Uint8Array): void {
    for (const [at, isHidden] of points.entries())
      if (isHidden === 1) this.#shares.fill(0, at * wayBits.length, (at + 1) * wayBits.length);
    this.#usual = null;
  }

  toBytes(): Uint8Array {
    const bytes = Buffer.alloc(headBytes + this.#shares.length);
    for (const [index, name] of numbers.entries()) bytes.writeFloatLE(this[name], index * 4);
    for (const [cell, value] of this.cells.entries()) bytes.writeFloatLE(value, numbers.length * 4 + cell * 4);
    for (const [index, share] of this.#shares.entries()) bytes[headBytes + index] = Math.round(share * 255);
    return bytes;
  }

  /** What `toBytes` made; null where that is something else. */
  static fromBytes(streamId: string, bytes: Buffer): UsualView | null {
    const view = new UsualView(streamId);
    if (bytes.length !== headBytes + view.#shares.length) return null;
    for (const [index, name] of numbers.entries()) view[name] = bytes.readFloatLE(index * 4);
    for (let cell = 0; cell < cellCount; cell++) view.cells[cell] = bytes.readFloatLE(numbers.length * 4 + cell * 4);
    for (let index = 0; index < view.#shares.length; index++) view.#shares[index] = bytes[headBytes + index]! / 255;
    return Number.isFinite(view.mean) && view.samples >= 1 ? view : null;
  }

  #findUsual(): { at: Int32Array; ways: Uint8Array } {
    const at: number[] = [];
    const ways: number[] = [];
    for (let point = 0; point < viewPoints; point++) {
      let way = 0;
      for (const [index, bit] of wayBits.entries())
        if (this.#shares[point * wayBits.length + index]! >= usualShare) way |= bit;
      if (way === 0) continue;
      at.push(point);
      ways.push(way);
    }
    return { at: Int32Array.from(at), ways: Uint8Array.from(ways) };
  }
}

type Usual = UsualView['usual'];

/** Share of the points at which the usual edges would be found if they lay anywhere in this picture, of each way. */
function chances(wide: Uint8Array): Float32Array {
  const counts = new Uint32Array(16);
  for (let at = 0; at < viewPoints; at++) counts[wide[at]!]!++;
  const byWays = new Float32Array(16);
  for (let ways = 1; ways < 16; ways++)
    for (let found = 1; found < 16; found++) if ((found & ways) !== 0) byWays[ways]! += counts[found]! / viewPoints;
  return byWays;
}

/** What is found beyond chance: in a picture full of edges, many lie where others were. */
const beyond = (found: number, byChance: number, judged: number): number =>
  judged <= byChance ? 0 : Math.max(0, (found - byChance) / (judged - byChance));

/** Finds the usual edges in a picture. */
export class EdgeMatching {
  readonly #usual: Usual;
  readonly #wide: Uint8Array;
  readonly #chances: Float32Array;

  constructor(usual: Usual, wide: Uint8Array) {
    this.#usual = usual;
    this.#wide = wide;
    this.#chances = chances(wide);
  }

  /** Share 0-1 of the usual edges that are where they always are, moved by so many columns and rows; of those that are still in the picture. */
  shareAt({ columns, rows, every }: { columns: number; rows: number; every: number }): number {
    const { at, ways } = this.#usual;
    let [judged, found, byChance] = [0, 0, 0];
    for (let index = 0; index < at.length; index += every) {
      const point = at[index]!;
      const column = (point % viewColumns) + columns;
      const row = Math.floor(point / viewColumns) + rows;
      if (column < 0 || column >= viewColumns || row < 0 || row >= viewRows) continue;
      judged++;
      byChance += this.#chances[ways[index]!]!;
      if ((this.#wide[row * viewColumns + column]! & ways[index]!) !== 0) found++;
    }
    return beyond(found, byChance, judged);
  }

  /** Share of the cells with enough usual edges in which hardly any is left. */
  blockedShare(): number {
    const { at, ways } = this.#usual;
    const [judged, found] = [new Uint16Array(cellCount), new Uint16Array(cellCount)];
    const byChance = new Float32Array(cellCount);
    for (let index = 0; index < at.length; index++) {
      const cell = cellAt(at[index]!);
      judged[cell]!++;
      byChance[cell]! += this.#chances[ways[index]!]!;
      if ((this.#wide[at[index]!]! & ways[index]!) !== 0) found[cell]!++;
    }
    let [cells, blocked] = [0, 0];
    for (let cell = 0; cell < cellCount; cell++) {
      if (judged[cell]! < minPerCell) continue;
      cells++;
      if (beyond(found[cell]!, byChance[cell]!, judged[cell]!) <= maxLeft) blocked++;
    }
    return cells === 0 ? 0 : blocked / cells;
  }
}

const maxLeft = 0.25;
const minPerCell = 6;

/** How alike light and dark lie, -1 to 1. */
export function likenessOf(a: Float32Array, b: Float32Array): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let [both, ofA, ofB] = [0, 0, 0];
  for (let cell = 0; cell < a.length; cell++) {
    const [da, db] = [a[cell]! - meanA, b[cell]! - meanB];
    both += da * db;
    ofA += da * da;
    ofB += db * db;
  }
  return ofA === 0 || ofB === 0 ? 0 : both / Math.sqrt(ofA * ofB);
}

const meanOf = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
