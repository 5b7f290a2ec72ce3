/** A picture whose decode time is not known yet. */
export interface Timed {
  key: boolean;
  pts90k: number;
  dts90k: number;
}

/** Gives pictures decode times. RTP carries presentation times only, in decode order. */
export interface DtsAssigner<T extends Timed> {
  /** Takes the next picture in decode order; answers the pictures whose `dts90k` is now final, in decode order. */
  push(picture: T): T[];
  /** Gives what is still held back. */
  flush(): T[];
  /** True while pictures are held back for reordering. */
  reorders(): boolean;
}

export interface DtsOptions {
  /** From the SPS: 0 = never reorders, null = it does not say. */
  maxReorder: number | null;
  /** Seen with B-frames before. */
  startReordering: boolean;
}

const defaultDepth = 3;
// Two long groups of pictures without a step back: the stream allows reordering but does not use it.
const relaxAfterPictures = 120;
const noTimes: never[] = [];

/**
 * Decode time = presentation time until that goes backwards; then pictures are held (as many as the SPS allows, else 3) and
 * the oldest gets the smallest presentation time not yet used. Decode times always rise strictly; composition offsets may be
 * negative. A stream that never steps back within 120 pictures stops being held, so that it costs no delay.
 */
export function createDtsAssigner<T extends Timed>(options: DtsOptions): DtsAssigner<T> {
  const depth = Math.min(options.maxReorder || defaultDepth, 16);
  let holding = options.maxReorder !== 0 && (options.startReordering || (options.maxReorder ?? 0) > 0);
  let held: T[] = [];
  let unused: number[] = [];
  let lastDts = Number.NEGATIVE_INFINITY;
  let highestPts = Number.NEGATIVE_INFINITY;
  let inOrder = 0;

  const settle = (picture: T, wanted: number): T => {
    picture.dts90k = Math.max(wanted, lastDts + 1);
    lastDts = picture.dts90k;
    return picture;
  };
  const release = (keep: number): T[] => {
    const out: T[] = [];
    while (held.length > keep) out.push(settle(held.shift()!, unused.shift()!));
    return out;
  };
  return {
    push(picture) {
      if (picture.pts90k < highestPts) {
        holding = true;
        inOrder = 0;
      } else {
        highestPts = picture.pts90k;
        inOrder++;
      }
      if (!holding) return [settle(picture, picture.pts90k)];
      held.push(picture);
      insertSorted(unused, picture.pts90k);
      if (inOrder < relaxAfterPictures) return release(depth);
      holding = false;
      return release(0);
    },
    flush() {
      if (held.length === 0) return noTimes;
      const out = release(0);
      held = [];
      unused = [];
      return out;
    },
    reorders: () => holding,
  };
}

function insertSorted(list: number[], value: number): void {
  let at = list.length;
  while (at > 0 && list[at - 1]! > value) at--;
  list.splice(at, 0, value);
}
