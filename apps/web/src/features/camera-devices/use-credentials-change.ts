import { cameraDevicesCalls } from '@sightline/contracts/camera-devices/camera-devices.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callKey } from '../../platform/api/client.ts';
import type { Account } from '../../ui/forms/account-fields.tsx';
import { inBatches } from './in-batches.ts';

/** Most cameras that one request takes. */
const atOnce = 500;

interface Request {
  cameraIds: readonly string[];
  credentials: Account;
}

/** For each camera null when it has the new account, else why not. */
export type CredentialsResults = { cameraId: string; cause: ErrorCode | null }[];

/** Gives cameras an account. `onDone` hears which of them have it not. */
export const useCredentialsChange = (onDone: (failedIds: string[]) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ cameraIds, credentials }: Request): Promise<CredentialsResults> => {
      const results: CredentialsResults = [];
      for (const ids of inBatches(cameraIds, atOnce)) {
        const answer = await call(cameraDevicesCalls.setCredentials, { body: { cameraIds: ids, credentials } });
        results.push(...answer.results);
      }
      return results;
    },
    onSuccess: (results) => onDone(results.filter(({ cause }) => cause !== null).map(({ cameraId }) => cameraId)),
    // What came before a failure was done all the same.
    onSettled: () => client.invalidateQueries({ queryKey: callKey(camerasCalls.list) }),
  });
};
