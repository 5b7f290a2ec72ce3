import type { SoftwareOrder } from '../../platform/software/software-state.ts';

/** What this version has shown so far. */
export interface Evidence {
  isLinked: boolean;
  /** Streams that were recorded since it started, or of which nothing came that is wanted. */
  recorded: ReadonlySet<string>;
  /** Streams of which no footage is wanted any more, or just now. */
  unwanted: ReadonlySet<string>;
  /** How long it has been running with its stores open. */
  runningMs: number;
}

/** A server that does not answer for this long is taken for away: what the core can do without it counts. */
const serverAwayMs = 60_000;

/**
 * Whether a version does what the one of before did: it records each stream that that one recorded when it ended, unless somebody
 * does not want it any more, and has its link if that one had it, unless the server is away, which is not its fault.
 */
export function isProved(
  { streams, recorded: expected, wasLinked }: Pick<SoftwareOrder, 'streams' | 'recorded' | 'wasLinked'>,
  { isLinked, recorded, unwanted, runningMs }: Evidence,
): boolean {
  // Older versions say how many there were, and not which.
  const isRecording =
    streams === null ? recorded.size >= expected : streams.every((id) => recorded.has(id) || unwanted.has(id));
  return isRecording && (isLinked || !wasLinked || runningMs >= serverAwayMs);
}
