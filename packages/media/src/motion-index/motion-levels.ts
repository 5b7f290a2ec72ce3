import { hourMs, levelOfSecond, readMinute } from './motion-hour.ts';
import { secondsWithin } from './motion-search.ts';

/** A range of UTC ms in buckets of `bucketMs`. */
export interface LevelBuckets {
  fromUtcMs: number;
  toUtcMs: number;
  bucketMs: number;
}

/** Highest motion level per bucket, null where nothing is known. Hours may come in any order. */
export interface MotionLevels {
  /** False when the minutes of an hour suffice: then `add` may be given only the head of its file. */
  readonly needsSeconds: boolean;
  add(bytes: Uint8Array, hour: number): void;
  levels(): (number | null)[];
}

/** Buckets at least this wide are filled by minutes; one more minute at the edge of a bucket is not seen on a timeline. */
const minuteBucketMs = 300_000;

/** Begins to fill the buckets of a range; the last one may be shorter. */
export function createMotionLevels(range: LevelBuckets): MotionLevels {
  const { fromUtcMs, toUtcMs, bucketMs } = range;
  const levels = Array.from(
    { length: Math.max(0, Math.ceil((toUtcMs - fromUtcMs) / bucketMs)) },
    (): number | null => null,
  );
  const needsSeconds = bucketMs < minuteBucketMs;
  const raise = (startMs: number, endMs: number, level: number): void => {
    const first = Math.max(0, Math.floor((startMs - fromUtcMs) / bucketMs));
    const last = Math.min(levels.length - 1, Math.ceil((endMs - fromUtcMs) / bucketMs) - 1);
    for (let bucket = first; bucket <= last; bucket++) levels[bucket] = Math.max(levels[bucket] ?? 0, level);
  };
  return {
    needsSeconds,
    add(bytes, hour) {
      const { from, to } = secondsWithin(range, hour);
      const start = hour * hourMs;
      if (needsSeconds) {
        for (let second = from; second < to; second++) {
          const level = levelOfSecond(bytes, second);
          if (level !== null) raise(start + second * 1000, start + second * 1000 + 1000, level);
        }
      } else {
        for (let minute = Math.floor(from / 60); minute * 60 < to; minute++) {
          const head = readMinute(bytes, minute);
          if (head.isKnown) raise(start + minute * 60_000, start + minute * 60_000 + 60_000, head.level);
        }
      }
    },
    levels: () => levels,
  };
}
