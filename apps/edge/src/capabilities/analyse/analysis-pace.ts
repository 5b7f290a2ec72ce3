/** What a decoded picture of a camera said, and what its recogniser wishes. */
export interface PaceNews {
  /** Media time of the picture, UTC ms. */
  atUtcMs: number;
  level: number;
  isGlobal: boolean;
  /** Something is followed that still moves. */
  wantsLooks: boolean;
  /** Things that are followed, moving or not. */
  openCount: number;
}

/** How often the pictures of one camera are looked at. Pure: its time is that of the pictures. */
export interface AnalysisPace {
  /** Whether every picture is decoded; otherwise keyframes suffice. */
  isActive(atUtcMs: number): boolean;
  /** Something may move: decode, to know. */
  wake(atUtcMs: number): void;
  /** Whether a picture of this instant should be compared for motion. */
  isDue(atUtcMs: number): boolean;
  /** Takes a compared picture; answers whether the detector should look at it. */
  take(news: PaceNews): boolean;
  /** How long after a look the next one is due at the latest, ms, while something is followed. Without activity a keyframe has to come. */
  nextLookMs(after: { atUtcMs: number; wantsLooks: boolean; keyframeMs: number }): number;
  /** The time line jumped: begins anew. */
  reset(): void;
}

/** Levels from which something moves, 0-255. */
export const movingLevel = 8;
const defaultLooksPerSecond = 5;
/** A look may come so much early, so that pictures at 15 a second fit in. */
const earlyMs = 15;
/** Something moves that the detector makes nothing of, or is looked for where nothing moves any more. */
const slowMs = 385;
const compareMs = 185;
/** Active for so long after the last motion, wish or suspicion. */
const afterMotionMs = 3_000;
const afterWishMs = 1_000;
const afterSuspicionMs = 1_500;
/** After quiet, motion is looked at fast for so long, whatever the detector finds. */
const onsetMs = 2_500;
/** While nothing moves: what is followed is looked at this often, the empty scene that often. */
const restingMs = 1_500;
const sceneMs = 30_000;

/** Makes the pace of one camera, with at most so many looks a second. */
export function createAnalysisPace(maxLooksPerSecond = defaultLooksPerSecond): AnalysisPace {
  const fastMs = 1_000 / maxLooksPerSecond - earlyMs;
  let activeUntilUtcMs = Number.NEGATIVE_INFINITY;
  let comparedUtcMs = Number.NEGATIVE_INFINITY;
  let lookedUtcMs = Number.NEGATIVE_INFINITY;
  let movedUtcMs = Number.NEGATIVE_INFINITY;
  let onsetUtcMs = Number.NEGATIVE_INFINITY;
  let highest = 0;
  const stayActive = (untilUtcMs: number): void => {
    activeUntilUtcMs = Math.max(activeUntilUtcMs, untilUtcMs);
  };
  const noteMotion = ({ atUtcMs, level, isGlobal }: PaceNews): boolean => {
    const moves = level >= movingLevel || isGlobal;
    // Much more than what moved all the time is a beginning as well: a person before a waving tree.
    const isOnset = moves && (atUtcMs - movedUtcMs > afterMotionMs || level > highest * 1.6 + 10);
    if (isOnset) onsetUtcMs = atUtcMs;
    if (moves) {
      movedUtcMs = atUtcMs;
      stayActive(atUtcMs + afterMotionMs);
    }
    highest = Math.max(level, highest * 0.97);
    return moves;
  };
  return {
    isActive: (atUtcMs) => atUtcMs < activeUntilUtcMs,
    wake: (atUtcMs) => stayActive(atUtcMs + afterSuspicionMs),
    isDue: (atUtcMs) => atUtcMs - comparedUtcMs >= compareMs,
    take(news) {
      const { atUtcMs, wantsLooks, openCount, isGlobal } = news;
      comparedUtcMs = atUtcMs;
      const moves = noteMotion(news);
      if (wantsLooks) stayActive(atUtcMs + afterWishMs);
      const isFast = (wantsLooks && moves) || isGlobal || atUtcMs - onsetUtcMs < onsetMs;
      const pauseMs = wantsLooks || moves ? (isFast ? fastMs : Math.max(fastMs, slowMs)) : openCount > 0 ? restingMs : sceneMs;
      if (atUtcMs - lookedUtcMs < pauseMs) return false;
      lookedUtcMs = atUtcMs;
      return true;
    },
    nextLookMs({ atUtcMs, wantsLooks, keyframeMs }) {
      const pauseMs = wantsLooks ? Math.max(fastMs, slowMs) : restingMs;
      return pauseMs + (wantsLooks || atUtcMs + pauseMs < activeUntilUtcMs ? compareMs : keyframeMs);
    },
    reset() {
      activeUntilUtcMs = Number.NEGATIVE_INFINITY;
      comparedUtcMs = Number.NEGATIVE_INFINITY;
      lookedUtcMs = Number.NEGATIVE_INFINITY;
      movedUtcMs = Number.NEGATIVE_INFINITY;
      onsetUtcMs = Number.NEGATIVE_INFINITY;
      highest = 0;
    },
  };
}
