import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { fragmentEndMs, isTornOff } from '@sightline/media/fragment-index/find-fragment';
import type { FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import type { GapRow } from '../../platform/store/gaps-store.ts';
import type { SegmentRow } from '../../platform/store/segments-store.ts';
import { causesOfHole } from './gap-causes.ts';
import type { SegmentCache } from './segment-cache.ts';
import type { SegmentReader } from './segment-reader.ts';

/** What the walk needs to know of the store; `SegmentsStore` and `GapsStore` together provide it. */
export interface FootageCatalog {
  lastStartedBefore(streamId: string, utcMs: number): SegmentRow | null;
  firstStartedAfter(streamId: string, utcMs: number): SegmentRow | null;
  gaps(streamId: string, fromUtcMs: number, toUtcMs: number): GapRow[];
}

export interface FootageRange {
  streamId: string;
  fromUtcMs: number;
  toUtcMs: number;
}

/** Fragments of one file that follow one another. The reader is held until the walk goes on. */
export interface FootageRun {
  type: 'run';
  /** Its row as it is now; that of the reader is as old as the reader. */
  segment: SegmentRow;
  reader: SegmentReader;
  records: readonly FragmentRecord[];
}

export interface FootageGap {
  type: 'gap';
  fromUtcMs: number;
  toUtcMs: number;
  cause: ErrorCode;
}

/** Holes shorter than this are seams between files, not gaps. */
const seamMs = 250;
/** The newest footage is still in the recorder's hands: no hole so close to now is called a gap without a ledger row. */
const freshMs = 5_000;

/**
 * Walks the footage of a stream: runs of fragments, file by file, starting with the keyframe at or before `fromUtcMs`, and
 * the gaps between them with their causes. Ends at `toUtcMs` or where footage ends.
 */
export async function* walkFootage(
  parts: {
    catalog: FootageCatalog;
    segments: SegmentCache;
    nowUtcMs: () => number;
    onMissing?: (path: string) => void;
  },
  range: FootageRange,
): AsyncGenerator<FootageRun | FootageGap> {
  const { segments } = parts;
  const missing: MissingPart[] = [];
  const catalog = explaining(parts.catalog, missing);
  let reachedMs = range.fromUtcMs;
  let segment =
    catalog.lastStartedBefore(range.streamId, range.fromUtcMs) ??
    catalog.firstStartedAfter(range.streamId, range.fromUtcMs);
  while (segment !== null && segment.startUtcMs < range.toUtcMs) {
    const reader = await acquireIfThere(segments, segment);
    // Its row would be gone as well if retention had removed it.
    if (
      reader === null &&
      segment.endUtcMs !== null &&
      catalog.lastStartedBefore(range.streamId, segment.startUtcMs)?.path === segment.path
    ) {
      missing.push({ segment, cause: 'footage_missing' });
      parts.onMissing?.(segment.path);
    }
    if (reader?.isHurt === true) {
      missing.push({ segment, cause: 'footage_damaged' });
      parts.onMissing?.(segment.path);
    }
    try {
      for (const records of reader === null ? [] : splitTorn(recordsInRange(reader.records, range))) {
        const endMs = fragmentEndMs(records.at(-1)!);
        // A file that ends before the one already walked was written before the machine's clock was set back.
        if (endMs <= reachedMs) continue;
        yield* holes(catalog, { streamId: range.streamId, fromMs: reachedMs, toMs: records[0]!.wallMs });
        yield { type: 'run', segment, reader: reader!, records };
        reachedMs = endMs;
      }
    } finally {
      await reader?.release();
    }
    segment = catalog.firstStartedAfter(range.streamId, segment.startUtcMs);
  }
  yield* trailingHole({ ...parts, catalog }, range, reachedMs);
}

/** A file of which somebody else took all or a part. */
interface MissingPart {
  segment: SegmentRow;
  cause: 'footage_missing' | 'footage_damaged';
}

/** Says of time that the ledger does not know, because somebody else deleted or damaged its file, what became of its footage. */
function explaining(catalog: FootageCatalog, missing: readonly MissingPart[]): FootageCatalog {
  const gapOf = ({ segment: { path, streamId, startUtcMs, endUtcMs }, cause }: MissingPart): GapRow => ({
    id: path,
    streamId,
    startUtcMs,
    endUtcMs: endUtcMs!,
    cause,
    isOpen: 0,
  });
  return {
    lastStartedBefore: (streamId, utcMs) => catalog.lastStartedBefore(streamId, utcMs),
    firstStartedAfter: (streamId, utcMs) => catalog.firstStartedAfter(streamId, utcMs),
    gaps: (streamId, fromUtcMs, toUtcMs) =>
      [...catalog.gaps(streamId, fromUtcMs, toUtcMs), ...missing.map(gapOf)].toSorted(
        (a, b) => a.startUtcMs - b.startUtcMs,
      ),
  };
}

async function acquireIfThere(segments: SegmentCache, segment: SegmentRow): Promise<SegmentReader | null> {
  try {
    return await segments.acquire(segment);
  } catch (error) {
    // Retention removed the file between the look into the store and opening it: a hole like any other.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** From the last keyframe at or before the start (else the first after it) to the last fragment that begins before the end. */
export function recordsInRange(
  records: readonly FragmentRecord[],
  range: { fromUtcMs: number; toUtcMs: number },
): FragmentRecord[] {
  const last = records.at(-1);
  if (last === undefined || fragmentEndMs(last) <= range.fromUtcMs) return [];
  let first = lastIndexBefore(records, range.fromUtcMs);
  while (first > 0 && !records[first]!.startsWithKey) first--;
  if (first < 0) first = 0;
  while (first < records.length && !records[first]!.startsWithKey) first++;
  let end = lastIndexBefore(records, range.toUtcMs - 0.001) + 1;
  if (end <= first) end = first;
  return records.slice(first, end);
}

/** Where something in the middle of a file is damaged, what follows is a run of its own, as of another file. */
function splitTorn(records: readonly FragmentRecord[]): FragmentRecord[][] {
  const runs: FragmentRecord[][] = [];
  for (const [index, record] of records.entries()) {
    if (index === 0 || isTornOff(records[index - 1]!, record)) runs.push([record]);
    else runs.at(-1)!.push(record);
  }
  return runs;
}

/** Index of the last record that begins at or before the instant, or -1. */
function lastIndexBefore(records: readonly FragmentRecord[], utcMs: number): number {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (records[middle]!.wallMs <= utcMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function* holes(
  catalog: FootageCatalog,
  hole: { streamId: string; fromMs: number; toMs: number },
): Generator<FootageGap> {
  if (hole.toMs - hole.fromMs < seamMs) return;
  const interval = { fromUtcMs: Math.round(hole.fromMs), toUtcMs: Math.round(hole.toMs) };
  for (const gap of causesOfHole(catalog.gaps(hole.streamId, interval.fromUtcMs, interval.toUtcMs), interval))
    yield { type: 'gap', ...gap };
}

function* trailingHole(
  parts: { catalog: FootageCatalog; nowUtcMs: () => number },
  range: FootageRange,
  reachedMs: number,
): Generator<FootageGap> {
  const nowMs = parts.nowUtcMs();
  const toMs = Math.min(range.toUtcMs, nowMs);
  const gaps = [...holes(parts.catalog, { streamId: range.streamId, fromMs: reachedMs, toMs })];
  const last = gaps.at(-1);
  if (last !== undefined && last.cause === 'gap_unknown' && last.toUtcMs > nowMs - freshMs) {
    gaps.pop();
    if (last.fromUtcMs < nowMs - freshMs) gaps.push(last);
  }
  yield* gaps;
}
