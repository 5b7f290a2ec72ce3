import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { passkeysCalls } from '@sightline/contracts/passkeys/passkeys.api';
import { callQuery } from '../../platform/api/client.ts';

/** The own passkeys, and whether this installation can keep any. */
export const ownPasskeys = () => callQuery(passkeysCalls.list, {});

/** The own account, for whether it has a password. */
export const ownAccount = () => callQuery(accountsCalls.getProfile, {});
