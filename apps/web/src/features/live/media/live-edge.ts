export interface EdgeAdvice {
  /** Seconds of media time to jump to, or null to go on playing. */
  jumpTo: number | null;
  playbackRate: number;
}

/** Closest distance to the newest picture that plays without stutter, and the distance beyond which catching up is hopeless. Seconds. */
const comfortable = 0.35;
const tooFar = 2.5;
const afterJump = 0.12;

/**
 * How to stay near the newest picture of a live buffer: a little faster when behind, a jump when far behind. `end` is
 * the end of the buffer and `at` the playhead, both in seconds; `isPlayable` tells whether there is video at the playhead.
 */
export function adviseAtEdge(end: number, at: number, isPlayable: boolean): EdgeAdvice {
  const behind = end - at;
  if (behind > tooFar || !isPlayable) return { jumpTo: Math.max(0, end - afterJump), playbackRate: 1 };
  return { jumpTo: null, playbackRate: behind > comfortable ? 1.05 : 1 };
}
