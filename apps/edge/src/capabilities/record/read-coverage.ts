import type { Coverage } from '@sightline/contracts/recordings/recording';
import type { Interval } from '@sightline/media/timeline/intervals';
import { clipIntervals, mergeIntervals, subtractIntervals, totalMs } from '@sightline/media/timeline/intervals';
import type { FootageRows } from '../../platform/store/footage-line.ts';
import type { GapRow } from '../../platform/store/gaps-store.ts';
import type { DownCause } from '../footage/record-messages.ts';

/** Rows of files and of the gap ledger. */
export interface CoverageSources {
  segments: Pick<FootageRows['segments'], 'overlapping' | 'oldestStart' | 'latestEnd'>;
  gaps: FootageRows['gaps'];
}

export interface CoverageRange {
  streamId: string;
  fromUtcMs: number;
  toUtcMs: number;
  nowUtcMs: number;
}

/** Files that touch within this are one recording: the seam between two segments is not a hole. */
const seamMs = 400;

/** Holes that this core made itself are told however short they are: handing a stream over to the next recorder may take less than a seam. */
const ownCauses: readonly string[] = ['edge_down', 'core_updating', 'recorder_down'] satisfies DownCause[];

/** An open file whose last fragment is this old is not being written any more. */
const openGraceMs = 3_000;

type Rows = ReturnType<CoverageSources['segments']['overlapping']>;

const rowsOf = ({ segments }: CoverageSources, { streamId, fromUtcMs, toUtcMs }: CoverageRange): Rows =>
  segments.overlapping(streamId, fromUtcMs, toUtcMs);

function recordedIntervals(sources: CoverageSources, range: CoverageRange, rows: Rows): Interval[] {
  const ledger = sources.gaps.overlapping(range.streamId, range.fromUtcMs, range.toUtcMs);
  const damaged = ledger.filter((gap) => gap.cause === 'footage_damaged');
  const files = rows.flatMap((row) => {
    const file = { startMs: row.startUtcMs, endMs: row.endUtcMs ?? liveEnd(row.knownEndUtcMs, range.nowUtcMs) };
    // What repair could not read of a file lies inside of it; other files of that time are whole.
    const inside = damaged.filter((gap) => gap.startUtcMs >= file.startMs && gap.endUtcMs <= file.endMs);
    return subtractIntervals([file], inside.map(intervalOf));
  });
  const own = ledger.filter(({ cause }) => ownCauses.includes(cause)).map(intervalOf);
  return subtractIntervals(mergeIntervals(files, seamMs), subtractIntervals(own, files));
}

const intervalOf = ({ startUtcMs, endUtcMs }: GapRow): Interval => ({ startMs: startUtcMs, endMs: endUtcMs });

/** The known end of an open file lags by up to the flush interval and one fragment. */
const liveEnd = (knownEndUtcMs: number, nowUtcMs: number): number =>
  nowUtcMs - knownEndUtcMs < openGraceMs ? nowUtcMs : knownEndUtcMs;

function openGapEnd(gap: GapRow, nowUtcMs: number): number {
  return gap.isOpen ? Math.max(gap.endUtcMs, nowUtcMs) : gap.endUtcMs;
}

/**
 * What a stream has in a range: recorded intervals, and gaps with cause for everything else since recording was first
 * wanted. Time that neither a file nor the ledger accounts for is said as `gap_unknown`, never left out.
 */
export function readCoverage(sources: CoverageSources, range: CoverageRange): Omit<Coverage, 'motion'> {
  const { streamId, fromUtcMs, toUtcMs, nowUtcMs } = range;
  const window = { startMs: fromUtcMs, endMs: Math.min(toUtcMs, nowUtcMs) };
  const rows = rowsOf(sources, range);
  const recorded = clipIntervals(recordedIntervals(sources, range, rows), window);
  const ofUnknownTime = rows.filter(({ isUncertain }) => isUncertain === 1);
  const uncertain = clipIntervals(recordedIntervals(sources, range, ofUnknownTime), window);
  const ledger = sources.gaps.overlapping(streamId, fromUtcMs, toUtcMs);
  const gaps = ledger.flatMap((gap) =>
    subtractIntervals(
      clipIntervals([{ startMs: gap.startUtcMs, endMs: openGapEnd(gap, nowUtcMs) }], window),
      recorded,
    ).map((part) => ({
      fromUtcMs: part.startMs,
      toUtcMs: part.endMs,
      cause: gap.cause,
      open: gap.isOpen === 1 && part.endMs === nowUtcMs,
    })),
  );
  const oldestUtcMs = sources.segments.oldestStart(streamId);
  const accounted = [...recorded, ...gaps.map((gap) => ({ startMs: gap.fromUtcMs, endMs: gap.toUtcMs }))];
  const known = oldestUtcMs === null ? [] : clipIntervals([{ startMs: oldestUtcMs, endMs: nowUtcMs }], window);
  const unknown = subtractIntervals(known, mergeIntervals(accounted, seamMs)).map((part) => ({
    fromUtcMs: part.startMs,
    toUtcMs: part.endMs,
    cause: 'gap_unknown' as const,
    open: false,
  }));
  return {
    fromUtcMs,
    toUtcMs,
    resolutionMs: seamMs,
    recorded: recorded.map((part) => ({ fromUtcMs: part.startMs, toUtcMs: part.endMs })),
    uncertain: uncertain.map((part) => ({ fromUtcMs: part.startMs, toUtcMs: part.endMs })),
    gaps: [...gaps, ...unknown].toSorted((a, b) => a.fromUtcMs - b.fromUtcMs),
    oldestUtcMs,
    newestUtcMs: sources.segments.latestEnd(streamId),
  };
}

/** Recorded milliseconds between each two neighbours of `dayStarts`. */
export function readRecordedDays(
  sources: CoverageSources,
  query: { streamId: string; dayStarts: readonly number[]; nowUtcMs: number },
): number[] {
  const { streamId, dayStarts, nowUtcMs } = query;
  const range = { streamId, fromUtcMs: dayStarts[0], toUtcMs: dayStarts[dayStarts.length - 1], nowUtcMs };
  const all = recordedIntervals(sources, range, rowsOf(sources, range));
  return dayStarts
    .slice(0, -1)
    .map((startMs, index) => totalMs(clipIntervals(all, { startMs, endMs: dayStarts[index + 1] })));
}
