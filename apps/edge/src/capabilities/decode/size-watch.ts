import { createNoticedMoves } from './noticed-moves.ts';
import { createUsualSizes, places } from './usual-sizes.ts';

/**
 * Tells from the sizes of coded pictures, without decoding them, that something may move: what moves costs bytes. It
 * learns what is usual for a camera from what decoded pictures said, and knows whether this camera's sizes tell anything
 * at all: with a constant bitrate or much noise they do not.
 */
export interface SizeWatch {
  /** Whether the sizes may be relied on now. When not, pictures must be decoded to know. */
  isReporting(): boolean;
  /** Takes the size of the next coded picture; answers whether the latest sizes are unusual. */
  take(unit: { bytes: number; key: boolean; dts90k: number }): boolean;
  /** What a decoded picture said about itself and those before it. */
  assess(picture: { moved: boolean; pts90k: number }): void;
}

/** Pictures that are judged together: a third of a second at 15 per second, and whole patterns of B-frames. */
const windowLength = 5;
/** From this distance on, on average of a window, sizes are unusual; learnt so that few quiet windows are. */
const firstLimit = 2.2;
const limits = { least: 1.2, most: 8 };
const limitStep = 0.06;
const falseShare = 0.02;
/** Quiet pictures that must have been seen. */
const minQuiet = 60;
const neededShare = 0.9;
/**
 * Before experience: below this share of a keyframe's size a quiet picture is so small that what moves must be noticed.
 */
const smallShare = 0.03;
const maxPending = 3_000;

interface Size {
  place: number;
  bytes: number;
  /** How unusual the latest sizes together were. */
  mean: number;
  dts90k: number;
}

/** Makes the watch of one stream in one format. */
export function createSizeWatch(): SizeWatch {
  const usual = createUsualSizes();
  const moves = createNoticedMoves();
  let limit = firstLimit;
  let quietSeen = 0;
  let keyBytes = 0;
  let place = 0;
  let recent: number[] = [];
  let pending: Size[] = [];
  let lastDts90k = Number.NEGATIVE_INFINITY;
  const learn = (size: Size): void => {
    usual.learn(size.place, size.bytes);
    limit += size.mean > limit ? limitStep * (1 - falseShare) : -limitStep * falseShare;
    limit = Math.min(limits.most, Math.max(limits.least, limit));
    quietSeen++;
  };
  return {
    isReporting() {
      if (quietSeen < minQuiet || keyBytes === 0) return false;
      const share = moves.share();
      return share === null ? usual.steadyBytes() < keyBytes * smallShare : share >= neededShare;
    },
    take({ bytes, key, dts90k }) {
      if (dts90k < lastDts90k) {
        pending = [];
        moves.forgetTimes();
      }
      lastDts90k = dts90k;
      if (key) {
        keyBytes = keyBytes === 0 ? bytes : keyBytes * 0.8 + bytes * 0.2;
        place = 0;
        recent = [];
        return false;
      }
      const at = Math.min(place++, places - 1);
      recent.push(usual.distance(at, bytes));
      if (recent.length > windowLength) recent.shift();
      const mean = recent.reduce((sum, value) => sum + value, 0) / windowLength;
      if (pending.length < maxPending) pending.push({ place: at, bytes, mean, dts90k });
      return mean > limit;
    },
    assess({ moved, pts90k }) {
      const assessed = pending.filter((size) => size.dts90k <= pts90k);
      if (assessed.length > 0) pending = pending.slice(assessed.length);
      const wasSuspected = assessed.some((size) => size.mean > limit);
      if (!moved) for (const size of assessed) learn(size);
      if (quietSeen >= minQuiet) moves.picture({ pts90k, moved, wasSuspected });
    },
  };
}
