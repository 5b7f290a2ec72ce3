import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { callQuery } from '../../platform/api/client.ts';

/** Providers of the organization, also those that cannot be reached just now. */
export const providersQuery = () => callQuery(authProvidersCalls.list, {});

const maxGroups = 200;

/** Groups that new people can be given. */
export const groupsQuery = () => callQuery(permissionGroupsCalls.filter, { query: { size: maxGroups }, body: {} });
