import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import { callQuery } from '../../platform/api/client.ts';

/** The own second factors. */
export const methodsQuery = () => callQuery(mfaCalls.list, {});

/** The own account, for whether it has a password. */
export const ownProfileQuery = () => callQuery(accountsCalls.getProfile, {});
