import type { Clock } from '../../platform/clock/clock.ts';

/** Of the time that passes, no more than one part in so many is spent on reckoning the same again. */
const restShare = 10;
/** Nothing older is told. */
const oldestMs = 60_000;
const mostKept = 200;

interface Kept<T> {
  value: T;
  /** When it was asked for, and how long it took. */
  atMs: number;
  tookMs: number;
}

/**
 * Keeps answers that take long to reckon, for those who ask the same: a new one is told at once, an older one while the next is
 * under way. `isKept`: whether an answer is of so much that it takes long; all others are never older than the question.
 */
export function createFactsShelf<T>(clock: Clock, isKept: (value: T) => boolean) {
  const kept = new Map<string, Kept<T>>();
  const running = new Map<string, Promise<T>>();
  const reckon = async (key: string, make: () => Promise<T>): Promise<T> => {
    const atMs = clock();
    const value = await make();
    const tookMs = clock() - atMs;
    kept.delete(key);
    if (isKept(value)) kept.set(key, { value, atMs, tookMs });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return value;
  };
  const reckonOnce = (key: string, make: () => Promise<T>): Promise<T> => {
    const promised = running.get(key) ?? reckon(key, make).finally(() => running.delete(key));
    running.set(key, promised);
    return promised;
  };
  return {
    /** The answer for `key`: kept, or what `make` reckons. */
    get: (key: string, make: () => Promise<T>): Promise<T> => {
      const known = kept.get(key);
      const ageMs = known === undefined ? Infinity : clock() - known.atMs;
      if (known === undefined || ageMs > oldestMs)
        return known === undefined ? reckon(key, make) : reckonOnce(key, make);
      // Whoever asks once it is too old meets the failure.
      if (ageMs > known.tookMs * restShare) reckonOnce(key, make).catch(() => undefined);
      return Promise.resolve(known.value);
    },
  };
}
