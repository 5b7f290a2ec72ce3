import { cellBytes, countCells, countShared } from './motion-cells.ts';
import { cellsOfSecond, hourMs, levelOfSecond, readMinute } from './motion-hour.ts';

/** What is searched: `[fromUtcMs, toUtcMs)`. */
export interface MotionQuery {
  fromUtcMs: number;
  toUtcMs: number;
  /** 18 bytes. Without any cell, motion anywhere counts. */
  cells: Uint8Array;
  /** Least level of a second, 1-255. */
  minLevel: number;
  /** Milliseconds without a match that end a run. */
  quietMs: number;
  limit: number;
}

/** Seconds in which something moved in the asked cells. */
export interface MotionRun {
  fromUtcMs: number;
  toUtcMs: number;
  /** Highest level, 0-255. */
  peakLevel: number;
  /** Largest share of the asked cells that moved within one second, 0..1. */
  cellShare: number;
}

/** Answer of a search. */
export interface MotionSearchResult {
  /** Newest first. */
  items: MotionRun[];
  /** Known time of what was looked through: the range, or from `nextToUtcMs` on. */
  knownMs: number;
  /** Where to go on when there are more runs; null when all are here. */
  nextToUtcMs: number | null;
}

/** Looks through hours, newest first. */
export interface MotionSearch {
  /** By the head of an hour: whether any of its seconds may match. When not, `skip` takes its known time. */
  needs(head: Uint8Array): boolean;
  skip(head: Uint8Array, hour: number): void;
  /** Looks through a whole hour; answers true when the limit is reached and older hours need not be read. */
  add(bytes: Uint8Array, hour: number): boolean;
  result(): MotionSearchResult;
}

/** Begins a search. Hours (since 1970) must come in falling order; those without a file are left out. */
export function createMotionSearch(query: MotionQuery): MotionSearch {
  const hasCells = countCells(query.cells) > 0;
  const cells = hasCells ? query.cells : new Uint8Array(cellBytes).fill(0xff);
  const askedCount = countCells(cells);
  const runs = createRuns(query);
  let knownMs = 0;
  let knownUpToRunMs = 0;
  let isFull = false;
  const known = (second: number): void => {
    knownMs += Math.min(query.toUtcMs, second + 1000) - Math.max(query.fromUtcMs, second);
  };
  return {
    needs: (head) => mayMatch(head, cells, query.minLevel),
    skip(head, hour) {
      const { from, to } = secondsWithin(query, hour);
      for (let minute = Math.floor(from / 60); minute * 60 < to; minute++)
        knownMs += readMinute(head, minute).knownSeconds * 1000 * shareOf(minute, { from, to });
    },
    add(bytes, hour) {
      const { from, to } = secondsWithin(query, hour);
      for (let second = to - 1; second >= from && !isFull; second--) {
        const level = levelOfSecond(bytes, second);
        if (level === null) continue;
        const startMs = hour * hourMs + second * 1000;
        const shared = level < query.minLevel ? 0 : countShared(cells, bytes, cellsOfSecond(second));
        if (shared > 0 && runs.add(startMs, level, hasCells ? shared / askedCount : 1)) isFull = true;
        else known(startMs);
        if (shared > 0 && !isFull) knownUpToRunMs = knownMs;
      }
      return isFull;
    },
    result: () => ({
      items: runs.items,
      knownMs: Math.round(isFull ? knownUpToRunMs : knownMs),
      nextToUtcMs: isFull ? runs.items.at(-1)!.fromUtcMs : null,
    }),
  };
}

interface Runs {
  items: MotionRun[];
  /** Takes a second that matches, before those taken already; true when it would begin a run beyond the limit. */
  add(second: number, level: number, share: number): boolean;
}

function createRuns(query: MotionQuery): Runs {
  const items: MotionRun[] = [];
  return {
    items,
    add(second, level, share) {
      const run = items.at(-1);
      const part = {
        fromUtcMs: Math.max(second, query.fromUtcMs),
        toUtcMs: Math.min(second + 1000, query.toUtcMs),
        peakLevel: level,
        cellShare: share,
      };
      if (run !== undefined && run.fromUtcMs - part.toUtcMs < query.quietMs) {
        run.fromUtcMs = part.fromUtcMs;
        run.peakLevel = Math.max(run.peakLevel, level);
        run.cellShare = Math.max(run.cellShare, share);
        return false;
      }
      if (items.length >= query.limit) return true;
      items.push(part);
      return false;
    },
  };
}

function mayMatch(head: Uint8Array, cells: Uint8Array, minLevel: number): boolean {
  for (let minute = 0; minute < 60; minute++) {
    const { isKnown, level, cellsAt } = readMinute(head, minute);
    if (!isKnown || (level >= minLevel && countShared(cells, head, cellsAt) > 0)) return true;
  }
  return false;
}

/** Seconds of an hour that a range touches, half-open. */
export function secondsWithin(
  { fromUtcMs, toUtcMs }: { fromUtcMs: number; toUtcMs: number },
  hour: number,
): { from: number; to: number } {
  const start = hour * hourMs;
  return {
    from: Math.max(0, Math.floor((fromUtcMs - start) / 1000)),
    to: Math.min(3600, Math.ceil((toUtcMs - start) / 1000)),
  };
}

/** A minute at the edge of the range counts by the part that lies inside. */
function shareOf(minute: number, { from, to }: { from: number; to: number }): number {
  return (Math.min(to, minute * 60 + 60) - Math.max(from, minute * 60)) / 60;
}
