import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { callQuery } from '../../platform/api/client.ts';

/** The own account. */
export const profileQuery = () => callQuery(accountsCalls.getProfile, {});

/** Where the person is signed in. */
export const sessionsQuery = () => callQuery(accountsCalls.listSessions, {});
