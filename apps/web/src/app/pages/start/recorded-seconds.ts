import type { Coverage } from '@sightline/contracts/recordings/recording';

/** Whole seconds of footage in a range, from its recorded intervals. */
export const recordedSeconds = (coverage: Pick<Coverage, 'recorded'>): number =>
  Math.floor(
    coverage.recorded.reduce((sum, { fromUtcMs, toUtcMs }) => sum + Math.max(0, toUtcMs - fromUtcMs), 0) / 1000,
  );
