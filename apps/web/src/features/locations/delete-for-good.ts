import { locationsCalls } from '@sightline/contracts/locations/locations.api';
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

/** Whether a failure comes without a reason of the catalogue. */
export const isUnexplained = (failure: unknown): boolean => {
  const { code, status } = toApiError(failure);
  return code === 'internal' || (code === 'unavailable' && status === 500);
};
