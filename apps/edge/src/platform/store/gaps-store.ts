import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { v7 as uuidv7 } from 'uuid';
import { spanNow } from './clock-spans.ts';
import { type GapCopy, lineOf, type NotedGap, sumUpGaps } from './gap-copy.ts';
import type { Store } from './open-store.ts';

/** Time without footage and why. Identity is (streamId, startUtcMs); `id` names it to the cloud. */
export interface GapRow {
  id: string;
  streamId: string;
  startUtcMs: number;
  endUtcMs: number;
  cause: ErrorCode;
  isOpen: 0 | 1;
}

/** Files follow one another this closely. */
const seamMs = 1_000;

const columns =
  'id, stream_id as streamId, start_utc_ms as startUtcMs, end_utc_ms as endUtcMs, cause, is_open as isOpen';

/** The gap ledger. */
export class GapsStore {
  readonly #store: Store;
  #copy: Pick<GapCopy, 'note'> | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** From now on everything is written down there too. */
  copyTo(copy: Pick<GapCopy, 'note'>): void {
    this.#copy = copy;
  }

  /** Writes all that is known down there. */
  copyAll(): void {
    const rows = this.#store.prepare(`select ${columns}, abs(clock_span) as span from gaps`).iterate();
    for (const row of rows as IterableIterator<GapRow & { span: number | null }>)
      this.#copy?.note(lineOf('put', row, row.span), row.isOpen === 1);
  }

  /** Takes up what a copy says of a stream, beside what is known already. */
  takeUp(lines: readonly NotedGap[]): void {
    const { gaps, gone } = sumUpGaps(lines);
    const insert = this.#store.prepare(
      `insert or ignore into gaps (id, stream_id, start_utc_ms, end_utc_ms, cause, is_open, clock_span)
       values (@id, @streamId, @startUtcMs, @endUtcMs, @cause, 0, @span)`,
    );
    const values = ({ streamId, startUtcMs, endUtcMs, cause, span }: NotedGap): object => ({
      id: uuidv7(),
      span: span ?? null,
      streamId,
      startUtcMs,
      endUtcMs,
      cause,
    });
    for (const gap of gaps) insert.run(values(gap));
    for (const { streamId, startUtcMs, endUtcMs, cause } of gone) this.#join(streamId, { startUtcMs, endUtcMs, cause });
  }

  /** Opens, lengthens or closes a gap, and answers its row. One that is closed ends where it is said to: footage may begin before the gap was last looked at. */
  put(gap: { streamId: string; startUtcMs: number; endUtcMs: number; cause: ErrorCode; isOpen: boolean }): GapRow {
    const span = this.#store.prepare(`select ${spanNow}`).pluck().get() as number | null;
    this.#copy?.note(lineOf('put', gap, span), gap.isOpen);
    const row = this.#insert(gap);
    if (gap.isOpen || row.endUtcMs === gap.endUtcMs) return row;
    this.#store.prepare('update gaps set end_utc_ms = ? where id = ?').run(gap.endUtcMs, row.id);
    return { ...row, endUtcMs: gap.endUtcMs };
  }

  #insert(gap: { streamId: string; startUtcMs: number; endUtcMs: number; cause: ErrorCode; isOpen: boolean }): GapRow {
    return this.#store
      .prepare(
        `insert into gaps (id, stream_id, start_utc_ms, end_utc_ms, cause, is_open, clock_span)
         values (@id, @streamId, @startUtcMs, @endUtcMs, @cause, @isOpen, ${spanNow})
         on conflict (stream_id, start_utc_ms) do update set
           end_utc_ms = max(end_utc_ms, excluded.end_utc_ms), cause = excluded.cause, is_open = excluded.is_open
         returning ${columns}`,
      )
      .get({ ...gap, id: uuidv7(), isOpen: gap.isOpen ? 1 : 0 }) as GapRow;
  }

  /** Gaps that overlap [from, to), oldest first. */
  overlapping(streamId: string, fromUtcMs: number, toUtcMs: number): GapRow[] {
    return this.#store
      .prepare(
        `select ${columns} from gaps where stream_id = ? and start_utc_ms < ? and (end_utc_ms > ? or is_open = 1) order by start_utc_ms`,
      )
      .all(streamId, toUtcMs, fromUtcMs) as GapRow[];
  }

  /** How long the stream that waited longest had no footage for this reason, since then; ms. */
  longest(cause: ErrorCode, sinceUtcMs: number): number {
    const row = this.#store
      .prepare(
        'select max(ms) as ms from (select sum(end_utc_ms - start_utc_ms) as ms from gaps where cause = ? and end_utc_ms >= ? group by stream_id)',
      )
      .get(cause, sinceUtcMs) as { ms: number | null };
    return row.ms ?? 0;
  }

  /** Gaps that nobody has closed, oldest first. */
  open(): GapRow[] {
    return this.#store.prepare(`select ${columns} from gaps where is_open = 1 order by start_utc_ms`).all() as GapRow[];
  }

  /** The newest closed gaps of all streams that end since then, oldest first. */
  closedSince(utcMs: number, limit: number): GapRow[] {
    const rows = this.#store
      .prepare(`select ${columns} from gaps where is_open = 0 and end_utc_ms >= ? order by end_utc_ms desc limit ?`)
      .all(utcMs, limit) as GapRow[];
    return rows.reverse();
  }

  /** When the first gap of the stream begins that is one although its footage was wanted, or null. */
  firstWanted(streamId: string): number | null {
    const row = this.#store
      .prepare("select min(start_utc_ms) as at from gaps where stream_id = ? and cause <> 'stream_not_stored'")
      .get(streamId);
    return (row as { at: number | null }).at;
  }

  /** Latest moment until an instant that any gap of the stream accounts for, or null. What begins later was written by a clock that was ahead. */
  latestEnd(streamId: string, untilUtcMs: number): number | null {
    return this.#store
      .prepare(
        'select min(max(end_utc_ms), @untilUtcMs) from gaps where stream_id = @streamId and start_utc_ms <= @untilUtcMs',
      )
      .pluck()
      .get({ streamId, untilUtcMs }) as number | null;
  }

  /** Footage was let go, because its days or its room were over or its disk does not come back; neighbours in time become one row. */
  noteGone(streamId: string, gone: Pick<GapRow, 'startUtcMs' | 'endUtcMs' | 'cause'>): void {
    this.#copy?.note(lineOf('gone', { streamId, ...gone }));
    this.#join(streamId, gone);
  }

  #join(streamId: string, gone: Pick<GapRow, 'startUtcMs' | 'endUtcMs' | 'cause'>): void {
    const joined = this.#store
      .prepare(
        `update gaps set end_utc_ms = max(end_utc_ms, @endUtcMs)
         where stream_id = @streamId and cause = @cause and is_open = 0
           and start_utc_ms = (select max(start_utc_ms) from gaps where stream_id = @streamId and start_utc_ms <= @startUtcMs)
           and end_utc_ms >= @startUtcMs - ${String(seamMs)}`,
      )
      .run({ streamId, ...gone });
    if (joined.changes > 0) return;
    this.#insert({ streamId, ...gone, isOpen: false });
  }

  /** Forgets a gap that turned out to be none: footage reaches where it began. Answers what was known of it, or null. */
  remove(streamId: string, startUtcMs: number): GapRow | null {
    this.#copy?.note(lineOf('not', { streamId, startUtcMs, endUtcMs: startUtcMs, cause: 'gap_unknown' }));
    const row = this.#store
      .prepare(`delete from gaps where stream_id = ? and start_utc_ms = ? returning ${columns}`)
      .get(streamId, startUtcMs) as GapRow | undefined;
    return row ?? null;
  }

  /** Gives a gap other times; answers null where another begins then, and forgets it: that one stands for it. */
  move(gap: GapRow, to: { startUtcMs: number; endUtcMs: number }): GapRow | null {
    const taken = this.#store.prepare('select 1 from gaps where stream_id = ? and start_utc_ms = ? and id <> ?');
    const isTaken = taken.get(gap.streamId, to.startUtcMs, gap.id) !== undefined;
    if (isTaken || to.startUtcMs !== gap.startUtcMs)
      this.#copy?.note(lineOf('not', { ...gap, endUtcMs: gap.startUtcMs, cause: 'gap_unknown' }));
    if (isTaken) {
      this.#store.prepare('delete from gaps where id = ?').run(gap.id);
      return null;
    }
    this.#copy?.note(lineOf('put', { ...gap, ...to }), gap.isOpen === 1);
    return this.#store
      .prepare(`update gaps set start_utc_ms = ?, end_utc_ms = ? where id = ? returning ${columns}`)
      .get(to.startUtcMs, to.endUtcMs, gap.id) as GapRow;
  }

  /** Drops the oldest rows; a gap is kept as long as footage around it is. */
  removeBefore(streamId: string, utcMs: number): void {
    this.#store.prepare('delete from gaps where stream_id = ? and end_utc_ms < ? and is_open = 0').run(streamId, utcMs);
  }
}
