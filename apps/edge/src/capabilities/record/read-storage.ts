import type { Gap, Interval as WireInterval } from '@sightline/contracts/recordings/recording';
import type { MissingInterval } from '@sightline/contracts/recordings/storage';
import type { Interval } from '@sightline/media/timeline/intervals';
import { clipIntervals, mergeIntervals, subtractIntervals } from '@sightline/media/timeline/intervals';
import { type CoverageSources, readCoverage } from './read-coverage.ts';

export interface StorageQuestion {
  streamId: string;
  /** Instants at which days begin, and the end of the last. */
  dayStarts: readonly number[];
  nowUtcMs: number;
  /** Some footage of the camera is kept longer. */
  hasSmartTier: boolean;
}

export interface DayOfStorage {
  regular: WireInterval[];
  smart: WireInterval[];
  none: MissingInterval[];
}

const seamMs = 400;
const asInterval = ({ fromUtcMs, toUtcMs }: WireInterval): Interval => ({ startMs: fromUtcMs, endMs: toUtcMs });
const asWire = ({ startMs, endMs }: Interval): WireInterval => ({ fromUtcMs: startMs, toUtcMs: endMs });

/** What is kept on each day; the lists of a day cover it together and never overlap. */
export function readStorageDays(sources: CoverageSources, question: StorageQuestion): DayOfStorage[] {
  const { dayStarts } = question;
  return dayStarts
    .slice(0, -1)
    .map((startMs, index) => readDay(sources, question, { startMs, endMs: dayStarts[index + 1]! }));
}

function readDay(
  sources: CoverageSources,
  { streamId, nowUtcMs, hasSmartTier }: StorageQuestion,
  day: Interval,
): DayOfStorage {
  const coverage = readCoverage(sources, { streamId, fromUtcMs: day.startMs, toUtcMs: day.endMs, nowUtcMs });
  const recorded = coverage.recorded.map(asInterval);
  const rows = hasSmartTier
    ? sources.segments.overlapping(streamId, day.startMs, day.endMs).filter((row) => row.isSmart === 1)
    : [];
  const whole = mergeIntervals(
    rows.map((row) => ({ startMs: row.startUtcMs, endMs: row.endUtcMs ?? row.knownEndUtcMs })),
    seamMs,
  );
  // Only what is recorded: the middle of a file may be damaged.
  const smart = subtractIntervals(clipIntervals(whole, day), subtractIntervals([day], recorded));
  return {
    regular: subtractIntervals(recorded, smart).map(asWire),
    smart: smart.map(asWire),
    none: subtractIntervals([day], [...recorded, ...smart]).flatMap((hole) => causesOf(hole, coverage.gaps)),
  };
}

/** Splits time without footage by the ledger; what it does not know was never wanted, or is still to come. */
function causesOf(hole: Interval, gaps: readonly Gap[]): MissingInterval[] {
  const parts: MissingInterval[] = [];
  let at = hole.startMs;
  for (const gap of gaps) {
    const from = Math.max(gap.fromUtcMs, at);
    const to = Math.min(gap.toUtcMs, hole.endMs);
    if (to <= from) continue;
    if (from > at) parts.push({ fromUtcMs: at, toUtcMs: from, cause: null });
    parts.push({ fromUtcMs: from, toUtcMs: to, cause: gap.cause });
    at = to;
  }
  if (at < hole.endMs) parts.push({ fromUtcMs: at, toUtcMs: hole.endMs, cause: null });
  return parts;
}
