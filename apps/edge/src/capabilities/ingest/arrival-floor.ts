const bucketMs = 5000;
const keptBuckets = 6;

/**
 * How late the pictures of a stream arrive that were not held up: the least of the last half minute. The network, a busy machine and the
 * size of a keyframe make a picture late, nothing makes it early; a mean would take that lateness for the camera's time.
 */
export interface ArrivalFloor {
  reset(): void;
  note(latelyMs: number, arrivalMs: number): void;
  /** Null before the first picture. */
  lowestMs(): number | null;
  /** The line that lateness is counted from was moved: all of it changes by this much. */
  shift(ms: number): void;
}

export function createArrivalFloor(): ArrivalFloor {
  let buckets: { fromMs: number; lowestMs: number }[] = [];
  let lowest: number | null = null;
  return {
    reset() {
      buckets = [];
      lowest = null;
    },
    note(latelyMs, arrivalMs) {
      const newest = buckets.at(-1);
      // The clock of this machine may be set back as well.
      if (newest !== undefined && Math.abs(arrivalMs - newest.fromMs) < bucketMs)
        newest.lowestMs = Math.min(newest.lowestMs, latelyMs);
      else buckets = [...buckets.slice(1 - keptBuckets), { fromMs: arrivalMs, lowestMs: latelyMs }];
      lowest = Math.min(...buckets.map((bucket) => bucket.lowestMs));
    },
    lowestMs: () => lowest,
    shift(ms) {
      for (const bucket of buckets) bucket.lowestMs += ms;
      if (lowest !== null) lowest += ms;
    },
  };
}
