import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { callAll, callPages, callQuery } from '../../platform/api/client.ts';

const optional = (search: string): { search?: string } => (search === '' ? {} : { search });

/** Members by name, page by page. */
export const memberPages = (search: string) =>
  callPages(usersCalls.list, { query: { limit: 100, ...optional(search) } });

/** Invitations that wait, newest first. */
export const invitePages = (search: string) =>
  callPages(usersCalls.listInvites, { query: { limit: 100, ...optional(search) } });

/** How many invitations wait. */
export const inviteCount = () => callQuery(usersCalls.listInvites, { query: { limit: 1 } });

/** Sites on which somebody can be given something. */
export const sitesOfInvites = () => callAll(locationsCalls.list, { query: { limit: 200 } });

/** Organizations that may help here. */
export const helpers = () => callQuery(usersCalls.listSupport, {});

/** Groups to choose from; an organization has tens of them. */
export const allGroups = () =>
  callQuery(permissionGroupsCalls.filter, { query: { page: 1, size: 200, query: '' }, body: {} });

/** What a member, or the people of a helping organization, may do, with reasons. */
export const effectiveOf = (kind: 'user' | 'organization', id: string) =>
  kind === 'user'
    ? callQuery(permissionGroupsCalls.byUser, { params: { id } })
    : callQuery(permissionGroupsCalls.byOrganization, { params: { id } });
