/** Tells a decoder that cannot keep up from one that was late once. Times are milliseconds that only go forwards. */
export interface OverrunWatch {
  /** Pictures were left out because they came faster than they were decoded. */
  note(nowMs: number): void;
  /** Whether this has been going on for long, and still does. */
  isLasting(nowMs: number): boolean;
}

const lastingMs = 10_000;
/** Without another one for so long it is over: a group of pictures is left out every few seconds. */
const overMs = 10_000;

/** Makes the watch of one camera. */
export function createOverrunWatch(): OverrunWatch {
  let firstMs: number | null = null;
  let latestMs = 0;
  const settle = (nowMs: number): void => {
    if (nowMs - latestMs > overMs) firstMs = null;
  };
  return {
    note(nowMs) {
      settle(nowMs);
      firstMs ??= nowMs;
      latestMs = nowMs;
    },
    isLasting(nowMs) {
      settle(nowMs);
      return firstMs !== null && nowMs - firstMs >= lastingMs;
    },
  };
}
