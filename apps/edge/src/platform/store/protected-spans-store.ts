import type { Store } from './open-store.ts';

/** Footage of an alert, from before it began until after it ended. Times are UTC ms. */
export interface ProtectedSpan {
  alertId: string;
  cameraId: string;
  fromUtcMs: number;
  /** So long after its end belongs to it. */
  postMs: number;
  /** So long after that it is kept. */
  keepMs: number;
}

interface SpanRow {
  id: string;
  cameraId: string;
  fromUtcMs: number;
  toUtcMs: number | null;
  untilUtcMs: number | null;
}

/** A file of footage that is kept for an alert. */
export interface KeptFile {
  path: string;
  cameraId: string;
  startUtcMs: number;
  endUtcMs: number;
  bytes: number;
}

/** Hardly any file is longer, or becomes known later than this after its end. */
const longFileMs = 600_000;
const settledMs = 2 * longFileMs;
/** Files of an alert that is not over are kept for so long at a time. */
const aheadMs = 86_400_000;
const dayMs = 86_400_000;
/** Of those that are settled so many are looked at again in one go: files that were lost and found do not know that they are kept. */
const againAtOnce = 500;

const columns = `id, camera_id as cameraId, from_utc_ms as fromUtcMs, to_utc_ms as toUtcMs, to_utc_ms + keep_ms as untilUtcMs`;

/**
 * Times of alerts whose footage is kept longer than others'. The files themselves bear until when, which costs retention nothing to
 * read; `apply` tells them.
 */
export class ProtectedSpansStore {
  readonly #store: Store;
  /** The last one that was looked at again; null once all were. */
  #again: string | null = '';
  /** Ended since files were told last: their end may be of long ago. */
  readonly #ended = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** An alert was opened. Said twice it is the same. */
  begin({ alertId, cameraId, fromUtcMs, postMs, keepMs }: ProtectedSpan): void {
    this.#store
      .prepare(
        'insert or ignore into protected_spans (id, camera_id, from_utc_ms, post_ms, keep_ms) values (?, ?, ?, ?, ?)',
      )
      .run(alertId, cameraId, fromUtcMs, postMs, keepMs);
  }

  /** The alert is over. Answers until when its footage is kept; null when it is not. */
  end(alertId: string, closedUtcMs: number): number | null {
    this.#ended.add(alertId);
    const until = this.#store
      .prepare(
        `update protected_spans set to_utc_ms = max(from_utc_ms, ?) + post_ms where id = ? and to_utc_ms is null
         returning case when is_given_up = 0 then to_utc_ms + keep_ms end`,
      )
      .pluck()
      .get(closedUtcMs, alertId) as number | null | undefined;
    return until ?? null;
  }

  /**
   * The server asks for footage of an alert that it judges itself, until now open or over. Answers until when it is kept; null while it is
   * open, when it was given up, and where nothing was recorded. Said again, also the older after the newer, it changes nothing.
   */
  ask({ alertId, cameraId, fromUtcMs, postMs, keepMs }: ProtectedSpan, closedUtcMs: number | null): number | null {
    this.#store
      .prepare(
        `insert or ignore into protected_spans (id, camera_id, from_utc_ms, post_ms, keep_ms, is_asked) values (?, ?, ?, ?, ?, 1)`,
      )
      .run(alertId, cameraId, fromUtcMs, postMs, keepMs);
    if (closedUtcMs !== null) this.end(alertId, closedUtcMs);
    const until = this.#store
      .prepare(
        `select to_utc_ms + keep_ms from protected_spans p where id = ? and is_given_up = 0 and exists (
           select 1 from segments where stream_id in (select id from streams where camera_id = p.camera_id)
             and start_utc_ms between p.from_utc_ms - ${String(longFileMs)} and p.to_utc_ms
             and coalesce(end_utc_ms, 9e15) > p.from_utc_ms)`,
      )
      .pluck()
      .get(alertId) as number | null | undefined;
    return until ?? null;
  }

  /** Ends those of this core's own alerts that nobody knows to be open. */
  endAllBut(openIds: readonly string[], nowUtcMs: number): void {
    this.#store
      .prepare(
        `update protected_spans set to_utc_ms = max(from_utc_ms, ?) where to_utc_ms is null and is_asked = 0 and id not in (select value from json_each(?))`,
      )
      .run(nowUtcMs, JSON.stringify(openIds));
  }

  /** Tells the files that they are kept, and forgets what nobody keeps any more. */
  apply(nowUtcMs: number): void {
    this.#store.transaction(() => {
      const live = this.#store
        .prepare(
          `select ${columns} from protected_spans where is_given_up = 0
             and (to_utc_ms is null or to_utc_ms > ? or id in (select value from json_each(?)))`,
        )
        .all(nowUtcMs - settledMs, JSON.stringify([...this.#ended])) as SpanRow[];
      for (const span of [...live, ...this.#nextAgain()]) this.#mark(span, nowUtcMs);
      this.#store.prepare('delete from protected_spans where to_utc_ms + keep_ms < ?').run(nowUtcMs - dayMs);
    })();
    this.#ended.clear();
  }

  /** Bytes of files that are kept only for alerts. */
  keptBytes(nowUtcMs: number): number {
    return this.#store
      .prepare('select coalesce(sum(bytes), 0) from segments where kept_until_utc_ms > ?')
      .pluck()
      .get(nowUtcMs) as number;
  }

  /** Files that are kept for alerts, the oldest first. */
  oldestKept(nowUtcMs: number, limit: number): KeptFile[] {
    return this.#store
      .prepare(
        `select path, camera_id as cameraId, start_utc_ms as startUtcMs, end_utc_ms as endUtcMs, bytes
         from segments join streams on streams.id = stream_id
         where kept_until_utc_ms > ? and end_utc_ms is not null and is_protected = 0 order by start_utc_ms limit ?`,
      )
      .all(nowUtcMs, limit) as KeptFile[];
  }

  /** From now on these files are as any others. */
  release(paths: readonly string[]): void {
    const release = this.#store.prepare('update segments set kept_until_utc_ms = null where path = ?');
    for (const path of paths) release.run(path);
  }

  /** Footage of this time is kept no longer: answers the alerts of which that was said. */
  giveUp({ cameraId, startUtcMs, endUtcMs }: KeptFile, nowUtcMs: number): string[] {
    return this.#store
      .prepare(
        `update protected_spans set is_given_up = 1 where is_given_up = 0 and camera_id = ? and from_utc_ms < ?
           and coalesce(to_utc_ms, 9e15) > ? and coalesce(to_utc_ms + keep_ms, 9e15) > ? returning id`,
      )
      .pluck()
      .all(cameraId, endUtcMs, startUtcMs, nowUtcMs) as string[];
  }

  /** When this alert began was said by a wrong clock. */
  moveStart(alertId: string, byMs: number): void {
    this.#ended.add(alertId);
    this.#store.prepare('update protected_spans set from_utc_ms = from_utc_ms + ? where id = ?').run(byMs, alertId);
  }

  /** When this alert was over was said by a wrong clock. Answers until when its footage is kept by the right one; null for one that is not known. */
  moveEnd(alertId: string, closedUtcMs: number): number | null {
    this.#ended.add(alertId);
    const until = this.#store
      .prepare(
        `update protected_spans set to_utc_ms = max(from_utc_ms, ?) + post_ms where id = ? and to_utc_ms is not null
         returning to_utc_ms + keep_ms`,
      )
      .pluck()
      .get(closedUtcMs, alertId) as number | undefined;
    return until ?? null;
  }

  /** Nothing is kept for what the core was before. */
  clear(): void {
    this.#store.prepare('delete from protected_spans').run();
    this.#store.prepare('update segments set kept_until_utc_ms = null where kept_until_utc_ms is not null').run();
  }

  #nextAgain(): SpanRow[] {
    if (this.#again === null) return [];
    const spans = this.#store
      .prepare(`select ${columns} from protected_spans where id > ? and is_given_up = 0 order by id limit ?`)
      .all(this.#again, againAtOnce) as SpanRow[];
    this.#again = spans.at(-1)?.id ?? null;
    return spans;
  }

  #mark({ cameraId, fromUtcMs, toUtcMs, untilUtcMs }: SpanRow, nowUtcMs: number): void {
    this.#store
      .prepare(
        `update segments set kept_until_utc_ms = @until
         where stream_id in (select id from streams where camera_id = @cameraId)
           and start_utc_ms between @from - ${String(longFileMs)} and @to and coalesce(end_utc_ms, 9e15) > @from
           and coalesce(kept_until_utc_ms, 0) < @until`,
      )
      .run({ cameraId, from: fromUtcMs, to: toUtcMs ?? 9e15, until: untilUtcMs ?? Math.round(nowUtcMs) + aheadMs });
  }
}
