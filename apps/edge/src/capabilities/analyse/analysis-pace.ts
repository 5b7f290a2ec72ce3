import { movingLevel } from '../motion/moving-level.ts';

/** What a decoded picture of a camera said, and what its recogniser wishes. */
export interface PaceUpdate {
  /** Media time of the picture, UTC ms. */
  atUtcMs: number;
  level: number;
  isGlobal: boolean;
  /** Something is followed that still moves. */
  wantsInferences: boolean;
  /** The last look explained all that moves, and it moves slowly. */
  isSettled?: boolean;
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
  take(update: PaceUpdate): boolean;
  /** How long after a look the next one is due at the latest, ms, while something is followed. Without activity a keyframe has to come. */
  nextLookMs(after: { atUtcMs: number; wantsInferences: boolean; keyframeMs: number }): number;
  /** The time line jumped: begins anew. */
  reset(): void;
}

const defaultInferencesPerSecond = 5;
/** So many looks may follow one another as closely as pictures are compared, once there was a pause: to be sure of what comes. */
const burstInferences = 2;
/** Something moves that the detector makes nothing of, or is looked for where nothing moves any more. */
const slowMs = 385;
/** Everything that moves is known and followed: looks cost more than all the rest, so two a second do. */
const steadyMs = 485;
const compareMs = 185;
/** Nobody is known, and what the last look made nothing of moves by so much less: it has gone, and its trace fades. */
const fading = { share: 0.8, everyMs: 985 };
/** Active for so long after the last motion (less when nobody is known to have moved), wish or suspicion. */
const afterMotionMs = 1_500;
const afterTraceMs = 800;
const afterRequestMs = 1_000;
const afterSuspicionMs = 1_500;
/** Motion after this long without any begins anew. */
const onsetPauseMs = 3_000;
/** After quiet, motion is looked at fast for so long, whatever the detector finds. */
const onsetMs = 2_500;
/** While nothing moves: what is followed is looked at this often, the empty scene that often. */
const restingMs = 1_500;
const sceneMs = 30_000;

/** When something moved, and since when it is more than before. */
interface Onsets {
  /** Takes a compared picture; answers whether something moves in it. */
  take(update: PaceUpdate): boolean;
  /** UTC ms of the latest beginning. */
  latest(): number;
}

function createOnsets(): Onsets {
  let movedUtcMs = Number.NEGATIVE_INFINITY;
  let onsetUtcMs = Number.NEGATIVE_INFINITY;
  let highest = 0;
  return {
    take({ atUtcMs, level, isGlobal }) {
      const moves = level >= movingLevel || isGlobal;
      // Much more than what moved all the time is a beginning as well: a person before a waving tree.
      const isOnset = moves && (atUtcMs - movedUtcMs > onsetPauseMs || level > highest * 1.6 + 10);
      if (isOnset) onsetUtcMs = atUtcMs;
      if (moves) movedUtcMs = atUtcMs;
      highest = Math.max(level, highest * 0.97);
      return moves;
    },
    latest: () => onsetUtcMs,
  };
}

/** What still moves of what a look has seen. */
interface Trace {
  compare(level: number): void;
  look(level: number): void;
  isFading(level: number): boolean;
}

function createTrace(): Trace {
  let looked = 0;
  let highestSince = 0;
  return {
    compare(level) {
      highestSince = Math.max(highestSince, level);
    },
    look(level) {
      looked = level;
      highestSince = 0;
    },
    isFading: (level) => highestSince <= looked && level < looked * fading.share,
  };
}

/** How long after the last look the next one is worth it, ms. */
function pauseBefore(
  { atUtcMs, wantsInferences, openCount, isGlobal, isSettled = false }: PaceUpdate,
  scene: { moves: boolean; onsetUtcMs: number; lookedUtcMs: number; isFading: boolean },
): number {
  const { moves, onsetUtcMs, lookedUtcMs, isFading } = scene;
  if (!wantsInferences && !moves) return openCount > 0 ? restingMs : sceneMs;
  // What began to move since the last look is not explained by it.
  const isKnown = !isGlobal && onsetUtcMs <= lookedUtcMs;
  if (isSettled && isKnown) return steadyMs;
  if (!wantsInferences && isKnown && isFading) return fading.everyMs;
  return (wantsInferences && moves) || isGlobal || atUtcMs - onsetUtcMs < onsetMs ? compareMs : slowMs;
}

/** Makes the pace of one camera, with at most so many looks a second on average. */
export function createAnalysisPace(maxInferencesPerSecond = defaultInferencesPerSecond): AnalysisPace {
  const lookMs = 1_000 / maxInferencesPerSecond;
  let onsets = createOnsets();
  let activeUntilUtcMs = Number.NEGATIVE_INFINITY;
  let comparedUtcMs = Number.NEGATIVE_INFINITY;
  let lookedUtcMs = Number.NEGATIVE_INFINITY;
  /** When the next look would be due if all came evenly; behind the present by what was saved up. */
  let evenUtcMs = Number.NEGATIVE_INFINITY;
  let trace = createTrace();
  const stayActive = (untilUtcMs: number): void => {
    activeUntilUtcMs = Math.max(activeUntilUtcMs, untilUtcMs);
  };
  return {
    isActive: (atUtcMs) => atUtcMs < activeUntilUtcMs,
    wake: (atUtcMs) => stayActive(atUtcMs + afterSuspicionMs),
    isDue: (atUtcMs) => atUtcMs - comparedUtcMs >= compareMs,
    take(update) {
      const { atUtcMs, level, isGlobal, wantsInferences, openCount } = update;
      comparedUtcMs = atUtcMs;
      trace.compare(level);
      const moves = onsets.take(update);
      if (moves) stayActive(atUtcMs + (wantsInferences || isGlobal || openCount > 0 ? afterMotionMs : afterTraceMs));
      if (wantsInferences) stayActive(atUtcMs + afterRequestMs);
      const scene = { moves, onsetUtcMs: onsets.latest(), lookedUtcMs, isFading: trace.isFading(level) };
      if (atUtcMs - lookedUtcMs < pauseBefore(update, scene) || evenUtcMs > atUtcMs) return false;
      lookedUtcMs = atUtcMs;
      trace.look(level);
      evenUtcMs = Math.max(evenUtcMs, atUtcMs - (burstInferences - 1) * lookMs) + lookMs;
      return true;
    },
    nextLookMs({ atUtcMs, wantsInferences, keyframeMs }) {
      if (wantsInferences) return Math.max(lookMs, steadyMs) + compareMs / 2;
      return restingMs + (atUtcMs + restingMs < activeUntilUtcMs ? compareMs : keyframeMs);
    },
    reset() {
      onsets = createOnsets();
      activeUntilUtcMs = Number.NEGATIVE_INFINITY;
      comparedUtcMs = Number.NEGATIVE_INFINITY;
      lookedUtcMs = Number.NEGATIVE_INFINITY;
      evenUtcMs = Number.NEGATIVE_INFINITY;
      trace = createTrace();
    },
  };
}
