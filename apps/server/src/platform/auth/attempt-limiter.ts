import { isIP } from 'node:net';
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

/** The line of an address: whoever has one of IPv6 has at least 64 bits of it, in which every address is the same line. */
export function lineOf(address: string): string {
  const bare = address.split('%')[0] ?? '';
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (inner !== undefined || isIP(bare) !== 6) return inner ?? address;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const left = tail === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0);
  const groups = [...(before ?? []), ...Array<string>(Math.max(left, 0)).fill('0'), ...(after ?? [])];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Keys may end with an address, which counts as its line. */
const keyOf = (key: string): string => key.split(' ').map(lineOf).join(' ');

/** Slows guessing down. Kept in memory: a restart forgives, which costs an attacker more than it gives. */
export function createAttemptLimiter(perMinute: number, clock: Clock): AttemptLimiter {
  const attempts = new Map<string, number[]>();
  return {
    take: (of) => {
      const key = keyOf(of);
      const now = clock();
      const recent = (attempts.get(key) ?? []).filter((at) => at > now - windowMs);
      if (recent.length >= perMinute) throw new AppError('rate_limited', { retryAfterMs: windowMs });
      // Re-inserting moves the key to the end, so that the first one is always the least recently used.
      attempts.delete(key);
      attempts.set(key, [...recent, now]);
      if (attempts.size > maxKeys) attempts.delete(attempts.keys().next().value ?? '');
    },
    forgive: (key) => {
      attempts.delete(keyOf(key));
    },
    refund: (key) => {
      attempts.get(keyOf(key))?.pop();
    },
  };
}
