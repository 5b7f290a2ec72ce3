import type { GapsStore } from './gaps-store.ts';
import type { Store } from './open-store.ts';
import type { SegmentsStore } from './segments-store.ts';

/** What is on disk of a stream, and why there is nothing, as whoever looks for footage asks for it. */
export interface FootageRows {
  segments: Pick<
    SegmentsStore,
    'overlapping' | 'lastStartedBefore' | 'firstStartedAfter' | 'oldestStart' | 'latestEnd'
  >;
  gaps: Pick<GapsStore, 'overlapping'>;
}

interface LineDeps {
  segments: SegmentsStore;
  gaps: GapsStore;
  /** The stream of the same camera that was written before this one; null when there is none. */
  former: (streamId: string) => string | null;
}

/** The stream of the same camera that has footage and is not written any more, while this one is. */
export function formerStream(store: Store, streamId: string): string | null {
  const id = store
    .prepare(
      `select f.id from streams s join streams f on f.camera_id = s.camera_id and f.id <> s.id
       where s.id = ? and s.removed_at_utc_ms is null and s.is_stored = 1 and (f.is_stored = 0 or f.removed_at_utc_ms is not null)
         and exists (select 1 from segments g where g.stream_id = f.id)
       order by f.kind = 'main' desc, coalesce(f.removed_at_utc_ms, 9e15) desc limit 1`,
    )
    .pluck()
    .get(streamId) as string | undefined;
  return id ?? null;
}

/** The stream that was written before one, and until when it counts, UTC ms; Infinity while the other has nothing of its own. */
interface Before {
  id: string;
  untilUtcMs: number;
}

type FindBefore = (streamId: string) => Before | null;

function segmentsInLine(segments: SegmentsStore, before: FindBefore): FootageRows['segments'] {
  return {
    overlapping(streamId, fromUtcMs, toUtcMs) {
      const own = segments.overlapping(streamId, fromUtcMs, toUtcMs);
      const old = before(streamId);
      if (old === null || fromUtcMs >= old.untilUtcMs) return own;
      return [...segments.overlapping(old.id, fromUtcMs, Math.min(toUtcMs, old.untilUtcMs)), ...own];
    },
    lastStartedBefore(streamId, utcMs) {
      const own = segments.lastStartedBefore(streamId, utcMs);
      const old = own === null ? before(streamId) : null;
      return old === null ? own : segments.lastStartedBefore(old.id, utcMs);
    },
    firstStartedAfter(streamId, utcMs) {
      const old = before(streamId);
      const earlier = old === null || utcMs >= old.untilUtcMs ? null : segments.firstStartedAfter(old.id, utcMs);
      return earlier !== null && earlier.startUtcMs < old!.untilUtcMs
        ? earlier
        : segments.firstStartedAfter(streamId, utcMs);
    },
    oldestStart(streamId) {
      const old = before(streamId);
      const starts = [segments.oldestStart(streamId), old === null ? null : segments.oldestStart(old.id)].filter(
        (at) => at !== null,
      );
      return starts.length === 0 ? null : Math.min(...starts);
    },
    latestEnd(streamId) {
      const own = segments.latestEnd(streamId);
      const old = own === null ? before(streamId) : null;
      return old === null ? own : segments.latestEnd(old.id);
    },
  };
}

function gapsInLine(gaps: GapsStore, before: FindBefore): FootageRows['gaps'] {
  return {
    overlapping(streamId, fromUtcMs, toUtcMs) {
      const own = gaps.overlapping(streamId, fromUtcMs, toUtcMs);
      const old = before(streamId);
      if (old === null || fromUtcMs >= old.untilUtcMs) return own;
      const { untilUtcMs } = old;
      const earlier = gaps.overlapping(old.id, fromUtcMs, Math.min(toUtcMs, untilUtcMs)).map((gap) => ({
        ...gap,
        endUtcMs: Math.min(gap.endUtcMs, untilUtcMs),
        isOpen: untilUtcMs === Infinity ? gap.isOpen : (0 as const),
      }));
      const later = untilUtcMs === Infinity ? [] : own.filter((gap) => gap.isOpen === 1 || gap.endUtcMs > untilUtcMs);
      return [...earlier, ...later.map((gap) => ({ ...gap, startUtcMs: Math.max(gap.startUtcMs, untilUtcMs) }))];
    },
  };
}

/**
 * The footage of a stream together with that of the one that was written before it: what people decide about the future must not
 * put what was recorded out of sight. Until a stream has anything of its own the former one counts.
 */
export function footageLine({ segments, gaps, former }: LineDeps): FootageRows {
  const before: FindBefore = (streamId) => {
    const id = former(streamId);
    const beginnings = (): number[] =>
      [segments.oldestStart(streamId), gaps.firstWanted(streamId)].filter((at) => at !== null);
    return id === null ? null : { id, untilUtcMs: Math.min(Infinity, ...beginnings()) };
  };
  return { segments: segmentsInLine(segments, before), gaps: gapsInLine(gaps, before) };
}
