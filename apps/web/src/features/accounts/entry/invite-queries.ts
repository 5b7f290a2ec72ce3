import { usersCalls } from '@sightline/contracts/users/users.api';
import { callQuery } from '../../../platform/api/client.ts';

/** What a mailed invitation is for; read once, since reading counts as an attempt. */
export const inviteQuery = (token: string) => ({
  ...callQuery(usersCalls.readInvite, { body: { token } }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
