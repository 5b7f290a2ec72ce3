import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { signInErrors } from '@sightline/contracts/shared/errors/sign-in-errors';
import { toApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';

/** Deletes a site and makes sure that it is gone. Throws what the server said, or that it is still there. */
export const deleteForGood = async (id: string): Promise<void> => {
  await call(locationsCalls.remove, { params: { id } });
  try {
    await call(locationsCalls.get, { params: { id } });
  } catch (failure) {
    if (toApiError(failure).code === 'not_found') return;
    throw failure;
  }
  throw new Error('the location was deleted and is still there');
};

/** How a deletion that failed is told: by its code in the language of the page, in the server's own words, or as unknown where it said none. */
type ToldFailure = { by: 'code' } | { by: 'server'; message: string } | { by: 'nobody' };

/** `isKnown`: whether the texts of this page have words for a code. */
export const toldFailure = (failure: unknown, isKnown: (code: string) => boolean): ToldFailure => {
  const { code, status, message } = toApiError(failure);
  const hasReason = isKnown(code) && code !== 'internal' && (code !== 'unavailable' || status !== 500);
  if (hasReason || message === signInErrors.internal.text) return { by: 'code' };
  return status === 0 || message.trim() === '' ? { by: 'nobody' } : { by: 'server', message };
};
