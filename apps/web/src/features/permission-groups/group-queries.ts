import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { callQuery } from '../../platform/api/client.ts';

/** Rows on a page of the list of groups. */
export const groupsPerPage = 20;

/** One page of groups by name. */
export const groupsPage = (page: number, query: string) =>
  callQuery(permissionGroupsCalls.filter, { query: { page, size: groupsPerPage, query }, body: {} });

/** One group with its people and permissions. */
export const groupById = (id: string) => callQuery(permissionGroupsCalls.get, { params: { id } });

/** Things on which permissions are given; with a search only what matches, and what is above. */
export const permissionEntities = (search = '') =>
  callQuery(permissionGroupsCalls.entities, { query: search === '' ? {} : { search } });
