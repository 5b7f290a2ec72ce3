import type { ErrorCode } from '@sightline/contracts/shared/errors';

const away = new Set<ErrorCode>(['unavailable', 'core_offline', 'core_timeout']);

/** Whether a refusal means that the server, or its link to the core, is away, and not that something is not allowed. */
export const isCloudAway = (code: ErrorCode): boolean => away.has(code);
