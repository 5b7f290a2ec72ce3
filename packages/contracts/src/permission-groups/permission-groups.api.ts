import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import {
  effectivePermission,
  groupChange,
  permissionEntity,
  permissionGroup,
  permissionGroupInput,
  permissionGroupSummary,
  permissionName,
  permissionReason,
} from './permission-group.ts';

/** Pages of the list of groups have this many rows unless the caller says otherwise. */
export const permissionGroupsPageSize = 20;

const ids = z.array(id).max(5000);
const revision = z
  .number()
  .int()
  .min(1)
  .describe('of the group as the caller last read it; another one answers `conflict`');

export const permissionGroupsCalls = {
  filter: defineCall({
    method: 'POST',
    path: '/api/v1/permission-groups/filter',
    permission: 'UserManage',
    summary: 'Lists groups by name, in pages of 20.',
    query: z.object({
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      size: z.coerce.number().int().min(1).max(200).default(20),
      query: z.string().max(120).default(''),
    }),
    body: z.object({ userId: id.optional(), organizationId: id.optional() }).default({}),
    output: z.object({ items: z.array(permissionGroupSummary), totalItemsCount: z.number().int() }),
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/permission-groups',
    permission: 'UserManage',
    summary: 'Makes a group without permissions.',
    body: permissionGroupInput,
    output: permissionGroup,
    status: 201,
    errors: ['name_taken', 'too_many'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/permission-groups/{id}',
    permission: 'UserManage',
    summary: 'Answers one group with its people and permissions.',
    params: idParams,
    output: permissionGroup,
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/v1/permission-groups/{id}',
    permission: 'UserManage',
    summary: 'Renames a group.',
    params: idParams,
    body: permissionGroupInput.extend({ revision }),
    output: permissionGroup,
    errors: ['name_taken', 'conflict', 'group_fixed'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/permission-groups/{id}',
    permission: 'UserManage',
    summary: 'Removes a group; its people lose what only it gave. Demands everything that it gives.',
    params: idParams,
    output: z.object({}),
    errors: ['last_administrator', 'group_fixed', 'grant_exceeds_own'],
  }),
  change: defineCall({
    method: 'POST',
    path: '/api/v1/permission-groups/{id}/changes',
    permission: 'UserManage',
    summary:
      'Applies changes in their order, all or none. Nobody gives or takes what they do not hold themselves. Takes effect in open sessions within two seconds.',
    params: idParams,
    body: z.object({ changes: z.array(groupChange).min(1).max(500), revision }),
    output: permissionGroup,
    errors: ['conflict', 'permission_not_for_entity', 'grant_exceeds_own', 'last_administrator', 'group_fixed'],
  }),
  setUsers: defineCall({
    method: 'PUT',
    path: '/api/v1/permission-groups/{id}/users',
    permission: 'UserManage',
    summary: 'Says which members the group has.',
    params: idParams,
    body: z.object({ users: ids, revision }),
    output: permissionGroup,
    errors: ['conflict', 'grant_exceeds_own', 'last_administrator'],
  }),
  setOrganizations: defineCall({
    method: 'PUT',
    path: '/api/v1/permission-groups/{id}/organizations',
    permission: 'UserManage',
    summary: 'Says which helping organizations the group has.',
    params: idParams,
    body: z.object({ organizations: ids, revision }),
    output: permissionGroup,
    errors: ['conflict', 'grant_exceeds_own'],
  }),
  setUserGroups: defineCall({
    method: 'PUT',
    path: '/api/v1/permissions/users/{id}/groups',
    permission: 'UserManage',
    summary: 'Says in which groups a member is.',
    params: idParams,
    body: z.object({ groupIds: ids }),
    output: z.object({ groupIds: z.array(id) }),
    errors: ['grant_exceeds_own', 'last_administrator'],
  }),
  setOrganizationGroups: defineCall({
    method: 'PUT',
    path: '/api/v1/permissions/organizations/{id}/groups',
    permission: 'UserManage',
    summary: 'Says in which groups a helping organization is.',
    params: idParams,
    body: z.object({ groupIds: ids }),
    output: z.object({ groupIds: z.array(id) }),
    errors: ['grant_exceeds_own'],
  }),
  entities: defineCall({
    method: 'GET',
    path: '/api/v1/permissions/entities',
    permission: 'UserManage',
    summary:
      'Lists locations, cores and cameras as a tree on which permissions are given, parents before children; at most 20,000.',
    query: z.object({ search: z.string().max(120).optional() }),
    output: z.object({ items: z.array(permissionEntity), isComplete: z.boolean() }),
  }),
  own: defineCall({
    method: 'GET',
    path: '/api/v1/permissions/own',
    permission: 'member',
    summary: 'Answers what the caller may do in the active organization, with reasons.',
    output: z.object({ items: z.array(effectivePermission) }),
  }),
  byUser: defineCall({
    method: 'GET',
    path: '/api/v1/permissions/users/{id}',
    permission: 'UserManage',
    summary: 'Answers what a member may do, with reasons.',
    params: idParams,
    output: z.object({ items: z.array(effectivePermission) }),
  }),
  byOrganization: defineCall({
    method: 'GET',
    path: '/api/v1/permissions/organizations/{id}',
    permission: 'UserManage',
    summary: 'Answers what people of a helping organization may do, with reasons.',
    params: idParams,
    output: z.object({ items: z.array(effectivePermission) }),
  }),
  explain: defineCall({
    method: 'GET',
    path: '/api/v1/permissions/explain',
    permission: 'member',
    summary:
      'Says why the caller may or may not do something, and who can change it. An entity that the caller may not see does not exist here either.',
    query: z.object({ permission: permissionName, entityId: id.optional() }),
    output: z.object({
      isAllowed: z.boolean(),
      reasons: z.array(permissionReason),
      administrators: z.array(z.object({ id, name: z.string() })),
    }),
  }),
};
