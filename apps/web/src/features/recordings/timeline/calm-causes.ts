import type { ErrorCode } from '@sightline/contracts/shared/errors';

const calm: readonly ErrorCode[] = ['recording_off', 'not_scheduled', 'recording_no_motion', 'recording_no_objects', 'stream_not_stored', 'footage_expired'];

/** Time without footage that is as people want it: nothing went wrong, and nothing should look as if it had. */
export const isCalm = ({ cause }: { cause: ErrorCode }): boolean => calm.includes(cause);
