import type { Store } from './open-store.ts';

/** Times in which something was followed, UTC ms. */
export interface EventSpan {
  fromUtcMs: number;
  toUtcMs: number;
}

/** Events that follow one another within this are one span: files of footage are about as long. */
const joinMs = 60_000;
/** Spans are not joined beyond this, so that few must be looked at to find those that reach into a time. */
const longestMs = 3_600_000;

/** Times of events that are over, for those who keep footage of them longer. */
export class EventSpansStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  put(cameraId: string, { fromUtcMs, toUtcMs }: EventSpan): void {
    const before = this.#store
      .prepare(
        'select from_utc_ms as fromUtcMs, to_utc_ms as toUtcMs from event_spans where camera_id = ? and from_utc_ms <= ? order by from_utc_ms desc limit 1',
      )
      .get(cameraId, fromUtcMs + joinMs) as EventSpan | undefined;
    const joined = {
      fromUtcMs: Math.min(fromUtcMs, before?.fromUtcMs ?? fromUtcMs),
      toUtcMs: Math.max(toUtcMs, before?.toUtcMs ?? toUtcMs),
    };
    const isJoined =
      before !== undefined && before.toUtcMs >= fromUtcMs - joinMs && joined.toUtcMs - joined.fromUtcMs <= longestMs;
    if (isJoined)
      this.#store
        .prepare('delete from event_spans where camera_id = ? and from_utc_ms = ?')
        .run(cameraId, before.fromUtcMs);
    const span = isJoined ? joined : { fromUtcMs, toUtcMs };
    this.#store
      .prepare(
        `insert into event_spans (camera_id, from_utc_ms, to_utc_ms) values (?, ?, ?)
         on conflict (camera_id, from_utc_ms) do update set to_utc_ms = max(to_utc_ms, excluded.to_utc_ms)`,
      )
      .run(cameraId, span.fromUtcMs, span.toUtcMs);
  }

  /** Spans that touch [from, to), by their start. */
  overlapping(cameraId: string, fromUtcMs: number, toUtcMs: number): EventSpan[] {
    return this.#store
      .prepare(
        `select from_utc_ms as fromUtcMs, to_utc_ms as toUtcMs from event_spans
         where camera_id = ? and from_utc_ms >= ? and from_utc_ms < ? and to_utc_ms >= ? order by from_utc_ms`,
      )
      .all(cameraId, fromUtcMs - longestMs, toUtcMs, fromUtcMs) as EventSpan[];
  }

  /** Footage from before is gone. */
  removeBefore(cameraId: string, utcMs: number): void {
    this.#store.prepare('delete from event_spans where camera_id = ? and to_utc_ms < ?').run(cameraId, utcMs);
  }
}
