import type { ErrorCode } from '@sightline/contracts/shared/errors';

/** Causes of time without footage that is as people want it: nothing went wrong, and nothing should look as if it had. */
export const expectedGapCauses: readonly ErrorCode[] = [
  'recording_off',
  'not_scheduled',
  'recording_no_motion',
  'recording_no_objects',
  'stream_not_stored',
  'footage_expired',
];

/** Whether time without footage is as people want it. */
export const isExpectedGap = ({ cause }: { cause: ErrorCode }): boolean => expectedGapCauses.includes(cause);
