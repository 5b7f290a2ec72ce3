/** Time as a dependency, so that tests own it. */
export interface Clock {
  /** UTC milliseconds of the wall clock; may jump. */
  nowUtcMs: () => number;
  /** Milliseconds that only go forwards. */
  monotonicMs: () => number;
}

export const systemClock: Clock = {
  nowUtcMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
