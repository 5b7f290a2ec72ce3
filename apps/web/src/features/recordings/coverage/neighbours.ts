import type { Interval } from '@sightline/contracts/recordings/recording';

/** Starting the same interval anew counts as "before" only this long after its start. */
const startAgainMs = 3000;

/** Start of the recorded interval that begins after an instant, or null. */
export const nextRecording = (recorded: readonly Interval[], atMs: number): number | null =>
  recorded.find((interval) => interval.fromUtcMs > atMs)?.fromUtcMs ?? null;

/** Start of the recorded interval that holds the instant, or of the one before when it has just begun; null when there is none. */
export const previousRecording = (recorded: readonly Interval[], atMs: number): number | null =>
  recorded.findLast((interval) => interval.fromUtcMs < atMs - startAgainMs)?.fromUtcMs ?? null;
