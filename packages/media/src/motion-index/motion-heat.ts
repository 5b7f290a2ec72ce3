import { cellCount } from './motion-cells.ts';
import { cellsOfSecond, hourMs, levelOfSecond } from './motion-hour.ts';
import { secondsWithin } from './motion-search.ts';

/** What is summed up: `[fromUtcMs, toUtcMs)`. */
export interface MotionHeatQuery {
  fromUtcMs: number;
  toUtcMs: number;
  /** Least level of a second, 1-255. */
  minLevel: number;
}

/** How long something moved in each cell. */
export interface MotionHeat {
  /** Hours may come in any order, each at most once. */
  add(bytes: Uint8Array, hour: number): void;
  /** `movedMs`: for each of the 144 cells, row by row from the top left. `knownMs`: time of the range of which anything is known. */
  result(): { movedMs: number[]; knownMs: number };
}

/** Begins a sum over whole seconds; those that the range only touches count by the part that lies inside. */
export function createMotionHeat(query: MotionHeatQuery): MotionHeat {
  const movedMs = Array.from({ length: cellCount }, () => 0);
  let knownMs = 0;
  const addCells = (bytes: Uint8Array, at: number, partMs: number): void => {
    for (let cell = 0; cell < cellCount; cell++)
      if ((bytes[at + (cell >> 3)]! & (0x80 >> (cell & 7))) !== 0) movedMs[cell]! += partMs;
  };
  return {
    add(bytes, hour) {
      const { from, to } = secondsWithin(query, hour);
      for (let second = from; second < to; second++) {
        const level = levelOfSecond(bytes, second);
        if (level === null) continue;
        const startMs = hour * hourMs + second * 1000;
        const partMs = Math.min(query.toUtcMs, startMs + 1000) - Math.max(query.fromUtcMs, startMs);
        knownMs += partMs;
        if (level >= query.minLevel) addCells(bytes, cellsOfSecond(second), partMs);
      }
    },
    result: () => ({ movedMs, knownMs }),
  };
}
