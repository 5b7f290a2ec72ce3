import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';

/** What only says that nothing could be made of the picture here. */
const troubles = new Set<ErrorCode>(['transcode_unavailable', 'transcode_busy', 'internal', 'rate_limited']);

/** Why there is no picture with hidden parts: whatever kept it from being made, it is never the original instead. */
export const maskingFailure = (error: unknown): AppError =>
  error instanceof AppError && !troubles.has(error.code)
    ? error
    : new AppError('privacy_unavailable', {}, { cause: error });
