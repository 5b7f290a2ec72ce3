import { keptFootage } from './kept-footage.ts';
import type { RetainedSegment } from './plan-retention.ts';
import type { TrustedTime } from '../keep-time/trusted-time.ts';
import type { StreamRow } from '../../platform/store/cameras-store.ts';
import type { SegmentRow } from '../../platform/store/segments-store.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';

/**
 * Files of one stream that one pass looks at, in all ranges of the clock together: a month of 64 cameras has millions of rows, yet only
 * the oldest can go.
 */
export const oldestPerPass = 1000;

/** The oldest files of each stream, and of each tier where there are two, and the oldest that are kept for alerts; what a camera holds altogether is summed up by the store. */
export function retainedSegments(stores: EdgeStores, time: TrustedTime): RetainedSegment[] {
  const ranges = time.ranges();
  const freeAtUtcMs = Math.round(time.nowUtcMs());
  const futureMs = time.futureMs();
  const limit = Math.ceil(oldestPerPass / ranges.length);
  // Those that only say that they are old must not stand before those that are.
  const oldestOf = ({ id, smartRetentionDays }: StreamRow): SegmentRow[] =>
    ranges.flatMap((range) => {
      if (smartRetentionDays === null) return stores.segments.oldestClosed(id, limit, { ...range, freeAtUtcMs });
      return ([0, 1, null] as const).flatMap((tier) =>
        stores.segments.oldestOfTier(id, tier, { limit, ...range, freeAtUtcMs }),
      );
    });
  const free = stores.cameras.streams().flatMap((stream) => {
    const rows = oldestOf(stream);
    const isAhead = ({ startUtcMs }: SegmentRow): boolean => startUtcMs > futureMs;
    // What a clock that was ahead dated is at least as old as the first file after it.
    const nextMs = rows.some(isAhead) ? stores.segments.startedAfterLater(stream.id, futureMs) : null;
    return rows.map((row) => {
      const endUtcMs = row.endUtcMs ?? row.knownEndUtcMs;
      const known =
        nextMs !== null && isAhead(row)
          ? { startUtcMs: nextMs, endUtcMs: nextMs }
          : { startUtcMs: row.startUtcMs, endUtcMs };
      return {
        path: row.path,
        cameraId: stream.cameraId,
        startUtcMs: row.startUtcMs,
        endUtcMs,
        writtenUtcMs: time.writtenMs(known),
        bytes: row.bytes,
        isProtected: row.isProtected === 1,
        isSmart: row.isSmart !== 0,
      };
    });
  });
  return [...free, ...keptFootage(stores, freeAtUtcMs)];
}
