import type { Coverage, Gap, Interval } from '@sightline/contracts/recordings/recording';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Lengths of the pieces in which coverage is read. A view needs two or three pieces of its level. */
const ladder = [minute, 10 * minute, hour, 6 * hour, day, 8 * day, 32 * day] as const;

/** Buckets per piece: one is finer than two pixels of any view that reads this level. */
export const bucketsPerTile = 500;

/** One piece of coverage as it is asked for: whole multiples of its length since 1970. */
export type CoverageTile = Interval;

/** Pieces that cover a view, up to `untilMs` (nothing is recorded later). */
export function tilesFor(view: { fromMs: number; toMs: number }, untilMs: number): CoverageTile[] {
  const span = view.toMs - view.fromMs;
  const length = ladder.find((each) => each >= span / 2) ?? 32 * day;
  const tiles: CoverageTile[] = [];
  const last = Math.min(view.toMs, untilMs);
  for (let from = Math.floor(view.fromMs / length) * length; from < last; from += length)
    tiles.push({ fromUtcMs: Math.max(0, from), toUtcMs: from + length });
  return tiles;
}

/** What the timeline draws. Intervals are ascending and do not overlap. */
export interface DrawnCoverage {
  recorded: Interval[];
  gaps: Gap[];
  /** Of what is recorded: its time is not certain. */
  uncertain: Interval[];
  /** Motion 0..255 per bucket of each piece. */
  motion: { fromUtcMs: number; bucketMs: number; levels: readonly (number | null)[] }[];
  oldestUtcMs: number | null;
  newestUtcMs: number | null;
}

export const nothingDrawn: DrawnCoverage = {
  recorded: [],
  gaps: [],
  uncertain: [],
  motion: [],
  oldestUtcMs: null,
  newestUtcMs: null,
};

function joined<T extends Interval>(items: T[], isSame: (a: T, b: T) => boolean): T[] {
  const ordered = items.toSorted((a, b) => a.fromUtcMs - b.fromUtcMs);
  const out: T[] = [];
  for (const item of ordered) {
    const before = out.at(-1);
    if (before && item.fromUtcMs <= before.toUtcMs && isSame(before, item))
      out[out.length - 1] = { ...item, fromUtcMs: before.fromUtcMs, toUtcMs: Math.max(before.toUtcMs, item.toUtcMs) };
    else out.push(item);
  }
  return out;
}

const known = (values: (number | null)[]): number[] => values.filter((value) => value !== null);

/** Joins pieces that lie side by side: intervals that the borders of pieces cut are whole again. */
export function mergeCoverage(pieces: readonly Coverage[]): DrawnCoverage {
  const oldest = known(pieces.map((piece) => piece.oldestUtcMs));
  const newest = known(pieces.map((piece) => piece.newestUtcMs));
  return {
    recorded: joined(
      pieces.flatMap((piece) => piece.recorded),
      () => true,
    ),
    gaps: joined(
      pieces.flatMap((piece) => piece.gaps),
      (a, b) => a.cause === b.cause,
    ),
    uncertain: joined(
      pieces.flatMap((piece) => piece.uncertain),
      () => true,
    ),
    motion: pieces
      .filter((piece) => piece.motion.levels.length > 0)
      .map((piece) => ({ fromUtcMs: piece.fromUtcMs, ...piece.motion })),
    oldestUtcMs: oldest.length > 0 ? Math.min(...oldest) : null,
    newestUtcMs: newest.length > 0 ? Math.max(...newest) : null,
  };
}

/** Recording goes on between two readings: what ended less than this ago is drawn up to now. */
const growsWithinMs = 20_000;

/** The coverage as of now: the newest recorded interval and an open gap reach to `nowMs`. */
export function grownTo(coverage: DrawnCoverage, nowMs: number): DrawnCoverage {
  const last = coverage.recorded.at(-1);
  const gap = coverage.gaps.at(-1);
  if (gap?.open === true && gap.toUtcMs < nowMs)
    return { ...coverage, gaps: [...coverage.gaps.slice(0, -1), { ...gap, toUtcMs: nowMs }] };
  if (!last || last.toUtcMs >= nowMs || nowMs - last.toUtcMs > growsWithinMs) return coverage;
  if (gap && gap.fromUtcMs >= last.toUtcMs) return coverage;
  // What grows is as uncertain as its end.
  const uncertain = coverage.uncertain.map((span) =>
    span.toUtcMs === last.toUtcMs ? { ...span, toUtcMs: nowMs } : span,
  );
  return { ...coverage, uncertain, recorded: [...coverage.recorded.slice(0, -1), { ...last, toUtcMs: nowMs }] };
}

/** Whether what is recorded at an instant may be from another time. */
export const isUncertainAt = ({ uncertain }: Pick<DrawnCoverage, 'uncertain'>, utcMs: number): boolean =>
  uncertain.some(({ fromUtcMs, toUtcMs }) => utcMs >= fromUtcMs && utcMs < toUtcMs);

/** Whether an instant was recorded, as far as it is known. */
export const isRecordedAt = (coverage: DrawnCoverage, utcMs: number, nowMs: number): boolean =>
  grownTo(coverage, nowMs).recorded.some(({ fromUtcMs, toUtcMs }) => utcMs >= fromUtcMs && utcMs < toUtcMs);
