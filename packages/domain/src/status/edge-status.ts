import type { ShownStatus } from '@sightline/contracts/status/status';
import type { DerivedStatus } from './shown-status.ts';

/** Everything that the status of a core follows from. */
export interface EdgeFacts {
  isClaimed: boolean;
  isRevoked: boolean;
  isLinked: boolean;
  /** It had its link at least once since it was paired. */
  wasLinked: boolean;
  /** Since when this has been so. */
  sinceUtcMs: number;
}

/** The status of a core, before it is calmed: its link, once it had one. */
export function edgeStatusOf({ isClaimed, isRevoked, isLinked, wasLinked, sinceUtcMs }: EdgeFacts): DerivedStatus {
  if (isRevoked) return { state: 'notConnected', part: null, cause: 'core_revoked', sinceUtcMs };
  if (!isClaimed || !(isLinked || wasLinked)) return { state: 'notConnected', part: null, cause: null, sinceUtcMs };
  if (isLinked) return { state: 'online', part: null, cause: null, sinceUtcMs };
  return { state: 'offline', part: null, cause: 'core_offline', sinceUtcMs };
}

/** Status of a thing among those that are kept. One that is missing there is unhealthy, because something lost it; `sinceUtcMs` is then since when the thing is there. */
export const listedStatus = (kept: ShownStatus | null | undefined, sinceUtcMs: number): ShownStatus =>
  kept ?? { state: 'unhealthy', part: null, cause: 'status_unknown', sinceUtcMs, isFlapping: false };
