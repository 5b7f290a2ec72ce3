import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { orgGroup, orgGroupInput, orgGroupMember, orgGroupType, wholeOrgGroup } from './org-group.ts';

/** Each asks for the right to the directory whose entries the group holds. */
export const orgGroupsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/org-groups',
    permission: 'member',
    summary:
      'Lists the groups of one type by their names. Needs the right to that directory, as does every call about groups.',
    /** `memberId`: only those that hold this entry. */
    query: pageQuery.extend({
      type: orgGroupType,
      query: z.string().trim().max(120).optional(),
      memberId: id.optional(),
    }),
    output: listOf(orgGroup),
    errors: ['forbidden'],
  }),
  /** Whom a group can hold. */
  saved: defineCall({
    method: 'GET',
    path: '/api/v1/org-groups/saved',
    permission: 'member',
    summary: 'Lists the saved entries of a directory that a group can hold; with `ids`, those of these that there are.',
    query: pageQuery.extend({
      type: orgGroupType,
      query: z.string().trim().max(120).optional(),
      /** Only these, as ids separated by commas; at most 200. */
      ids: z
        .string()
        .max(8000)
        .transform((text) => text.split(',').filter((part) => part !== ''))
        .pipe(z.array(id).max(200))
        .optional(),
    }),
    output: listOf(orgGroupMember),
    errors: ['forbidden'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/org-groups/{id}',
    permission: 'member',
    summary: 'Answers one group with its members.',
    params: idParams,
    output: wholeOrgGroup,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/org-groups',
    permission: 'member',
    summary: 'Adds a group. An organization has at most 1,000 of each type.',
    body: orgGroupInput.extend({ type: orgGroupType }),
    output: wholeOrgGroup,
    status: 201,
    errors: ['forbidden', 'name_taken', 'too_many'],
  }),
  update: defineCall({
    method: 'POST',
    path: '/api/v1/org-groups/{id}',
    permission: 'member',
    summary: 'Gives a group this name and exactly these members.',
    params: idParams,
    body: orgGroupInput.extend({ revision: z.number().int() }),
    output: wholeOrgGroup,
    errors: ['name_taken', 'conflict'],
  }),
  addMembers: defineCall({
    method: 'POST',
    path: '/api/v1/org-groups/{id}/members',
    permission: 'member',
    summary: 'Adds entries to a group; those that are in it already stay.',
    params: idParams,
    body: z.object({ memberIds: z.array(id).min(1).max(500) }),
    output: orgGroup,
    errors: ['too_many'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/org-groups/{id}',
    permission: 'member',
    summary: 'Deletes a group that no alert rule uses; what it held stays.',
    params: idParams,
    output: z.object({}),
    errors: ['group_in_use'],
  }),
};
