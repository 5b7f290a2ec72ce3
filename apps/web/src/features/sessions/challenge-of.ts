import { toApiError } from '../../platform/api/api-error.ts';

/** What is to be answered with a second factor, where a failed sign-in asks for one; null for every other failure. */
export const challengeOf = (failure: unknown): string | null => {
  const { code, data } = toApiError(failure);
  return code === 'mfa_required' && typeof data['challenge'] === 'string' ? data['challenge'] : null;
};
