import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../../platform/api/client.ts';

/** Uses the secret of a mailed link at once, and only once. */
export const useAddressProof = (token: string | undefined) => {
  const isBegun = useRef(false);
  const proof = useMutation({
    mutationFn: (secret: string) => call(accountsCalls.verifyEmail, { body: { token: secret } }),
  });
  const begin = useEffectEvent((): void => {
    // Development mounts everything twice.
    if (token === undefined || isBegun.current) return;
    isBegun.current = true;
    proof.mutate(token);
  });
  useEffect(() => begin(), []);
  return proof;
};
