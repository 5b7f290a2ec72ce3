import { AppError } from '@sightline/contracts/shared/errors';
import type { Clock } from '../clock/clock.ts';

const windowMs = 60_000;
const maxKeys = 20_000;

export interface AttemptLimiter {
  /** Counts an attempt; throws `rate_limited` when there were too many within a minute. */
  take(key: string): void;
  /** Forgets a key after a success. */
  forgive(key: string): void;
  /** Takes one attempt back, because it succeeded; failures around it still count. */
  refund(key: string): void;
}

/** Slows guessing down. Kept in memory: a restart forgives, which costs an attacker more than it gives. */
export function createAttemptLimiter(perMinute: number, clock: Clock): AttemptLimiter {
  const attempts = new Map<string, number[]>();
  return {
    take: (key) => {
      const now = clock();
      const recent = (attempts.get(key) ?? []).filter((at) => at > now - windowMs);
      if (recent.length >= perMinute) throw new AppError('rate_limited', { retryAfterMs: windowMs });
      // Re-inserting moves the key to the end, so that the first one is always the least recently used.
      attempts.delete(key);
      attempts.set(key, [...recent, now]);
      if (attempts.size > maxKeys) attempts.delete(attempts.keys().next().value ?? '');
    },
    forgive: (key) => {
      attempts.delete(key);
    },
    refund: (key) => {
      attempts.get(key)?.pop();
    },
  };
}
