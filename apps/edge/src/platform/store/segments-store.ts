import type { ClockCopy } from './clock-copy.ts';
import { spanNow } from './clock-spans.ts';
import type { Store } from './open-store.ts';

/** A recorded file. `endUtcMs` is null while it is being written; `knownEndUtcMs` is then the last end heard of. */
export interface SegmentRow {
  id: number;
  streamId: string;
  path: string;
  startUtcMs: number;
  endUtcMs: number | null;
  knownEndUtcMs: number;
  bytes: number;
  initBytes: number;
  videoCodec: 'h264' | 'h265';
  codecString: string;
  width: number;
  height: number;
  audioCodec: 'aac' | 'pcmu' | 'pcma' | null;
  isProtected: 0 | 1;
  /** 1: something happened in it, 0: nothing did, null: nobody looked yet. */
  isSmart: 0 | 1 | null;
  /** 1: nobody knows yet, or ever, whether the clock by which it is filed was right. */
  isUncertain: 0 | 1;
}

export type NewSegment = Omit<SegmentRow, 'id' | 'isProtected' | 'isSmart' | 'isUncertain' | 'knownEndUtcMs'> & {
  isRepaired: boolean;
};

/** Files close after a minute, or at the first keyframe after it; hardly any camera makes one longer than this. */
const longSegmentMs = 600_000;

/** Files that begin from one instant to another, and, when that is asked for, that nothing protects at an instant. */
interface SegmentRange {
  fromUtcMs?: number;
  untilUtcMs?: number;
  freeAtUtcMs?: number;
}

const everRange = { fromUtcMs: Number.MIN_SAFE_INTEGER, untilUtcMs: Number.MAX_SAFE_INTEGER, freeAtUtcMs: null };
const isFree = 'and (? is null or (is_protected = 0 and coalesce(kept_until_utc_ms, 0) <= ?))';

const columns = `id, stream_id as streamId, path, start_utc_ms as startUtcMs, end_utc_ms as endUtcMs,
  known_end_utc_ms as knownEndUtcMs, bytes, init_bytes as initBytes, video_codec as videoCodec,
  codec_string as codecString, width, height, audio_codec as audioCodec, is_protected as isProtected, is_smart as isSmart, clock_span is not null as isUncertain`;

/** Files bear the mark of now, but those that are found again of before it: they bear the one that they had. */
const spanOfNew = `coalesce((select clock_span from clock_marks m where m.path = @path), case when @startUtcMs >=
  (select coalesce(max(value ->> 'fromUtcMs'), 0) from meta where key = 'clockSpanFacts') - ${String(longSegmentMs)} then ${spanNow} end)`;

/** Rows of recorded files; works on a read-only store too as long as only reading methods are called. */
export class SegmentsStore {
  readonly #store: Store;
  #copy: Pick<ClockCopy, 'note'> | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** From now on it is written down there too of which files the time is uncertain. */
  copyTo(copy: Pick<ClockCopy, 'note'>): void {
    this.#copy = copy;
  }

  /** How many streams were written at or after this moment. */
  writtenSince(utcMs: number): number {
    // Closed ones of before need not be read: files are short.
    const row = this.#store
      .prepare(
        'select count(distinct stream_id) as streams from segments where start_utc_ms > ? and known_end_utc_ms >= ?',
      )
      .get(utcMs - longSegmentMs, utcMs) as { streams: number };
    return row.streams;
  }

  /** Inserts or completes the row of a file; the path is its identity, so that a repeated message changes nothing. */
  put(segment: NewSegment): void {
    const span = this.#store
      .prepare(
        `insert into segments (stream_id, path, start_utc_ms, end_utc_ms, known_end_utc_ms, bytes, init_bytes, video_codec,
           codec_string, width, height, audio_codec, is_repaired, clock_span)
         values (@streamId, @path, @startUtcMs, @endUtcMs, @knownEndUtcMs, @bytes, @initBytes, @videoCodec,
           @codecString, @width, @height, @audioCodec, @isRepaired, ${spanOfNew})
         on conflict (path) do update set end_utc_ms = coalesce(excluded.end_utc_ms, end_utc_ms),
           known_end_utc_ms = max(excluded.known_end_utc_ms, known_end_utc_ms), bytes = max(excluded.bytes, bytes),
           init_bytes = max(excluded.init_bytes, init_bytes), is_repaired = excluded.is_repaired
         returning clock_span`,
      )
      .pluck()
      .get({
        ...segment,
        isRepaired: segment.isRepaired ? 1 : 0,
        knownEndUtcMs: segment.endUtcMs ?? segment.startUtcMs,
      }) as number | null;
    if (span !== null)
      this.#copy?.note(Math.abs(span), { what: 'file', path: segment.path, startUtcMs: segment.startUtcMs });
  }

  /** Notes how far an open file reaches. */
  extend(path: string, knownEndUtcMs: number, bytes: number): void {
    this.#store
      .prepare(
        'update segments set known_end_utc_ms = max(known_end_utc_ms, ?), bytes = max(bytes, ?) where path = ? and end_utc_ms is null',
      )
      .run(knownEndUtcMs, bytes, path);
  }

  /** A finished file holds less than it did. */
  cut(path: string, endUtcMs: number, bytes: number): void {
    this.#store
      .prepare(
        'update segments set end_utc_ms = ?, known_end_utc_ms = ?, bytes = ? where path = ? and end_utc_ms is not null',
      )
      .run(endUtcMs, endUtcMs, bytes, path);
  }

  /** The row of a file, or null. */
  of(path: string): SegmentRow | null {
    return (this.#store.prepare(`select ${columns} from segments where path = ?`).get(path) as SegmentRow) ?? null;
  }

  remove(path: string): void {
    this.#store.prepare('delete from segments where path = ?').run(path);
  }

  /**
   * Files that overlap [from, to), oldest first. Where the machine's clock was set back files of a stream overlap each other, so
   * the last one that starts before the range need not be the one that reaches into it.
   */
  overlapping(streamId: string, fromUtcMs: number, toUtcMs: number): SegmentRow[] {
    return this.#store
      .prepare(
        `select ${columns} from segments
         where stream_id = @streamId and start_utc_ms < @toUtcMs and coalesce(end_utc_ms, 9e15) > @fromUtcMs
           and start_utc_ms >= min(@fromUtcMs - ${String(longSegmentMs)},
             coalesce((select max(start_utc_ms) from segments where stream_id = @streamId and start_utc_ms <= @fromUtcMs), 0))
         order by start_utc_ms`,
      )
      .all({ streamId, fromUtcMs, toUtcMs }) as SegmentRow[];
  }

  /** The file that holds the instant (of several the one that goes on longest), else the one that starts last before it. */
  lastStartedBefore(streamId: string, utcMs: number): SegmentRow | null {
    const holding = this.#store
      .prepare(
        `select ${columns} from segments where stream_id = ? and start_utc_ms between ? and ? and coalesce(end_utc_ms, 9e15) > ?
         order by coalesce(end_utc_ms, 9e15) desc, start_utc_ms desc limit 1`,
      )
      .get(streamId, utcMs - longSegmentMs, utcMs, utcMs) as SegmentRow | undefined;
    if (holding) return holding;
    const row = this.#store
      .prepare(
        `select ${columns} from segments where stream_id = ? and start_utc_ms <= ? order by start_utc_ms desc limit 1`,
      )
      .get(streamId, utcMs) as SegmentRow | undefined;
    return row ?? null;
  }

  /** The file that starts first after the instant. */
  firstStartedAfter(streamId: string, utcMs: number): SegmentRow | null {
    const row = this.#store
      .prepare(`select ${columns} from segments where stream_id = ? and start_utc_ms > ? order by start_utc_ms limit 1`)
      .get(streamId, utcMs) as SegmentRow | undefined;
    return row ?? null;
  }

  openPaths(): string[] {
    return (this.#store.prepare('select path from segments where end_utc_ms is null').all() as { path: string }[]).map(
      (row) => row.path,
    );
  }

  /** Closed files of a stream that begin in a range, oldest first, at most `limit` (-1 for all): what retention chooses from. */
  oldestClosed(streamId: string, limit: number, range: SegmentRange = {}): SegmentRow[] {
    const { fromUtcMs, untilUtcMs, freeAtUtcMs } = { ...everRange, ...range };
    return this.#store
      .prepare(
        `select ${columns} from segments where stream_id = ? and end_utc_ms is not null and start_utc_ms between ? and ? ${isFree} order by start_utc_ms limit ?`,
      )
      .all(streamId, fromUtcMs, untilUtcMs, freeAtUtcMs, freeAtUtcMs, limit) as SegmentRow[];
  }

  /** Closed files of one tier, oldest first; `null`: those that nobody looked at yet. */
  oldestOfTier(streamId: string, isSmart: 0 | 1 | null, most: SegmentRange & { limit: number }): SegmentRow[] {
    const { limit, fromUtcMs, untilUtcMs, freeAtUtcMs } = { ...everRange, ...most };
    return this.#store
      .prepare(
        `select ${columns} from segments where stream_id = ? and end_utc_ms is not null and is_smart is ? and start_utc_ms between ? and ?
         ${isFree} order by start_utc_ms limit ?`,
      )
      .all(streamId, isSmart, fromUtcMs, untilUtcMs, freeAtUtcMs, freeAtUtcMs, limit) as SegmentRow[];
  }

  /** When the first file begins that came to be known after all those that begin later than an instant; null where none did. */
  startedAfterLater(streamId: string, utcMs: number): number | null {
    // By their numbers, not by time: the next one of the stream is a few rows on. Files that were found are numbered in no order.
    const start = this.#store
      .prepare(
        `select start_utc_ms from segments not indexed where stream_id = @streamId and start_utc_ms <= @utcMs and is_repaired = 0
           and id > (select max(id) from segments where stream_id = @streamId and start_utc_ms > @utcMs)
         order by id limit 1`,
      )
      .pluck()
      .get({ streamId, utcMs }) as number | undefined;
    return start ?? null;
  }

  setTier(path: string, isSmart: boolean): void {
    this.#store.prepare('update segments set is_smart = ? where path = ?').run(isSmart ? 1 : 0, path);
  }

  /** Bytes of a stream's files: all, those of the smart tier, and those that began since an instant. */
  bytesOf(
    streamId: string,
    sinceUtcMs: number,
  ): { heldBytes: number; smartBytes: number; recentBytes: number; recentFromUtcMs: number | null } {
    return this.#store
      .prepare(
        `select coalesce(sum(bytes), 0) as heldBytes, coalesce(sum(case when is_smart = 1 then bytes end), 0) as smartBytes,
           coalesce(sum(case when start_utc_ms >= @sinceUtcMs then bytes end), 0) as recentBytes,
           min(case when start_utc_ms >= @sinceUtcMs then start_utc_ms end) as recentFromUtcMs
         from segments where stream_id = @streamId`,
      )
      .get({ streamId, sinceUtcMs }) as {
      heldBytes: number;
      smartBytes: number;
      recentBytes: number;
      recentFromUtcMs: number | null;
    };
  }

  /** Bytes per millisecond of the last files of a stream; 0 for one without any. */
  rateOf(streamId: string): number {
    const row = this.#store
      .prepare(
        `select sum(bytes) as bytes, sum(end_utc_ms - start_utc_ms) as ms from
           (select bytes, start_utc_ms, end_utc_ms from segments where stream_id = ? and end_utc_ms is not null order by start_utc_ms desc limit 5)`,
      )
      .get(streamId) as { bytes: number | null; ms: number | null };
    return row.bytes === null || row.ms === null || row.ms <= 0 ? 0 : row.bytes / row.ms;
  }

  /** Bytes of closed files of a stream that may be deleted at an instant. */
  closedBytes(streamId: string, nowUtcMs: number): number {
    const row = this.#store
      .prepare(
        `select coalesce(sum(bytes), 0) as bytes from segments where stream_id = ? and end_utc_ms is not null and is_protected = 0
           and coalesce(kept_until_utc_ms, 0) <= ?`,
      )
      .get(streamId, nowUtcMs) as { bytes: number };
    return row.bytes;
  }

  /** Paths of the first and the last files, at most `limit` of each; in the order in which they came to be known. */
  sample(limit: number): string[] {
    return this.#store
      .prepare(
        `select path from (select path from segments order by id limit @limit)
         union select path from (select path from segments order by id desc limit @limit)`,
      )
      .pluck()
      .all({ limit }) as string[];
  }

  /** Latest end of any file of the stream, or of those that begin until an instant, or null. */
  latestEnd(streamId: string, beginningUntilUtcMs = Number.MAX_SAFE_INTEGER): number | null {
    // Among the newest few: looking through a month of rows takes milliseconds that this is asked for too often.
    const row = this.#store
      .prepare(
        `select max(at) as at from
           (select coalesce(end_utc_ms, known_end_utc_ms) as at from segments where stream_id = ? and start_utc_ms <= ?
              order by start_utc_ms desc limit 100)`,
      )
      .get(streamId, beginningUntilUtcMs) as { at: number | null };
    return row.at;
  }

  /** Start of the oldest file, or null. */
  oldestStart(streamId: string): number | null {
    return (
      this.#store.prepare('select min(start_utc_ms) as at from segments where stream_id = ?').get(streamId) as {
        at: number | null;
      }
    ).at;
  }
}
