import type { SoftwareOrder } from '../../platform/software/software-state.ts';

/** What this version has shown so far. */
export interface Evidence {
  isLinked: boolean;
  /** Streams that were written since it started. */
  recorded: number;
  /** How long it has been running with its stores open. */
  runningMs: number;
}

/** A server that does not answer for this long is taken for away: what the core can do without it counts. */
const serverAwayMs = 60_000;

/**
 * Whether a version does what the one of before did: it writes footage if that one did, and has its link if that one had it,
 * unless the server is away, which is not its fault.
 */
export function isProved(
  { recorded: expected, wasLinked }: Pick<SoftwareOrder, 'recorded' | 'wasLinked'>,
  { isLinked, recorded, runningMs }: Evidence,
): boolean {
  if (expected > 0 && recorded === 0) return false;
  return isLinked || !wasLinked || runningMs >= serverAwayMs;
}
