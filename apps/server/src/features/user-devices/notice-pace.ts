import { AppError } from '@sightline/contracts/shared/errors';
import type { Clock } from '../../platform/clock/clock.ts';

/** Lets something through once in a while for each key; throws `rate_limited` before that. Kept in memory. */
export function createPace(everyMs: number, clock: Clock): { take(key: string): void } {
  const last = new Map<string, number>();
  return {
    take: (key) => {
      const now = clock();
      for (const [known, at] of last) if (at <= now - everyMs) last.delete(known);
      const before = last.get(key);
      if (before !== undefined) throw new AppError('rate_limited', { retryAfterMs: before + everyMs - now });
      last.set(key, now);
    },
  };
}
