/**
 * Tells from the sizes of coded pictures, without decoding them, that something may move: what moves costs bytes. It
 * learns what is usual for a camera from what decoded pictures said, and knows whether this camera's sizes tell anything
 * at all: with a constant bitrate or much noise they do not.
 */
export interface SizeWatch {
  /** Whether the sizes may be relied on now. When not, pictures must be decoded to know. */
  isTelling(): boolean;
  /** Takes the size of the next coded picture; answers whether the latest sizes are unusual. */
  take(unit: { bytes: number; key: boolean; dts90k: number }): boolean;
  /** What a decoded picture said about itself and those before it. `wasBlind`: these were not decoded. */
  judge(picture: { moved: boolean; pts90k: number; wasBlind: boolean }): void;
  /** Another stream or another format. */
  reset(): void;
}

/** The pictures right after a keyframe have sizes of their own; the later ones are alike. */
const places = 8;
/** Pictures that are judged together: a third of a second at 15 per second, and whole patterns of B-frames. */
const windowLength = 5;
/** Steps by which medians move, in natural logarithms of bytes. */
const step = 0.04;
const leastSpread = 0.12;
/** Share of quiet windows that may look unusual. */
const falseShare = 0.02;
const limitStep = 0.06;
const firstLimit = 2.2;
const limitRange = { least: 1.2, most: 8 };
/** Quiet pictures that must have been seen. */
const leastQuiet = 60;
/** Movements that must have been met before experience counts. */
const leastMoves = 8;
const neededRecall = 0.9;
/** Weight of the latest movement in the experience. */
const recallWeight = 0.08;
/** A movement begins after as much quiet, and the sizes must have told it within its first second. */
const quietBefore90k = 2.5 * 90_000;
const notice90k = 90_000;
/** Below this share of a keyframe's size a quiet picture is so small that nothing can move without being seen. */
const smallShare = 0.02;
const maxPending = 3_000;

interface Usual {
  median: number;
  spread: number;
  count: number;
}

interface Size {
  place: number;
  log: number;
  /** How unusual the latest sizes together were. */
  mean: number;
  dts90k: number;
}

const unknown = (): Usual => ({ median: 0, spread: 0.5, count: 0 });

/** Makes the watch of one stream. */
export function createSizeWatch(): SizeWatch {
  let usual = Array.from({ length: places }, unknown);
  let limit = firstLimit;
  let keyBytes = 0;
  let place = 0;
  let recent: number[] = [];
  let pending: Size[] = [];
  let quietSeen = 0;
  let moves = 0;
  let recall = 1;
  let lastDts90k = Number.NEGATIVE_INFINITY;
  let lastMove90k = Number.NEGATIVE_INFINITY;
  let onset: { pts90k: number; isNoticed: boolean } | null = null;
  const learnQuiet = (one: Size): void => {
    const known = usual[one.place]!;
    if (known.count++ === 0) known.median = one.log;
    const distance = Math.abs(one.log - known.median);
    const pace = known.count < 20 ? step * 4 : step;
    known.median += Math.sign(one.log - known.median) * Math.min(pace, distance);
    known.spread += Math.sign(distance - known.spread) * Math.min(pace, Math.abs(distance - known.spread));
    limit += one.mean > limit ? limitStep * (1 - falseShare) : -limitStep * falseShare;
    limit = Math.min(limitRange.most, Math.max(limitRange.least, limit));
    quietSeen++;
  };
  // The time line began anew.
  const forgetTimes = (): void => {
    pending = [];
    onset = null;
    lastMove90k = Number.NEGATIVE_INFINITY;
    lastDts90k = Number.NEGATIVE_INFINITY;
  };
  return {
    isTelling() {
      if (quietSeen < leastQuiet || keyBytes === 0) return false;
      if (moves >= leastMoves) return recall >= neededRecall;
      return Math.exp(usual[places - 1]!.median) < keyBytes * smallShare;
    },
    take({ bytes, key, dts90k }) {
      if (dts90k < lastDts90k) forgetTimes();
      lastDts90k = dts90k;
      if (key) {
        keyBytes = keyBytes === 0 ? bytes : keyBytes * 0.8 + bytes * 0.2;
        place = 0;
        recent = [];
        return false;
      }
      const at = Math.min(place++, places - 1);
      const log = Math.log(bytes + 16);
      const { median, spread, count } = usual[at]!;
      recent.push(count === 0 ? 0 : (log - median) / Math.max(spread * 1.5, leastSpread));
      if (recent.length > windowLength) recent.shift();
      const mean = recent.reduce((sum, value) => sum + value, 0) / windowLength;
      if (pending.length < maxPending) pending.push({ place: at, log, mean, dts90k });
      return mean > limit;
    },
    judge({ moved, pts90k, wasBlind }) {
      const judged = pending.filter((one) => one.dts90k <= pts90k);
      pending = pending.filter((one) => one.dts90k > pts90k);
      const wasUnusual = judged.some((one) => one.mean > limit);
      if (!moved) for (const one of judged) learnQuiet(one);
      if (moved && pts90k - lastMove90k > quietBefore90k && quietSeen >= leastQuiet) onset = { pts90k, isNoticed: false };
      if (moved) lastMove90k = pts90k;
      if (onset === null) return;
      onset.isNoticed ||= wasUnusual;
      if (!onset.isNoticed && !wasBlind && pts90k - onset.pts90k < notice90k) return;
      recall += ((onset.isNoticed ? 1 : 0) - recall) * Math.max(recallWeight, 1 / (moves + 1));
      moves++;
      onset = null;
    },
    reset() {
      usual = Array.from({ length: places }, unknown);
      limit = firstLimit;
      keyBytes = 0;
      place = 0;
      recent = [];
      quietSeen = 0;
      moves = 0;
      recall = 1;
      forgetTimes();
    },
  };
}
