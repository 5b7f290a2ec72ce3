import { z } from 'zod';
import { email, newPassword } from '../accounts/credentials.ts';
import { presetsInOrder } from '../permission-groups/access-presets.ts';
import { defineCall } from '../shared/call.ts';
import { id, idParams, lastName, name, utcMs } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { invite, memberRole, organizationUser, staffUser, supportOrganization } from './user.ts';

const nothing = z.object({});
const groupIds = z.array(id).max(100);
const linkToken = z.string().min(1).max(200);
const access = z.object({
  preset: z.enum(presetsInOrder),
  locationIds: z.array(id).max(200).describe('sites on which the preset is given; none: everywhere'),
});

export const usersCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/users',
    permission: 'member',
    summary:
      'Lists the active members of the organization by name. Without UserManage only id and name are filled, for pickers.',
    query: pageQuery.extend({ search: z.string().max(120).optional(), groupId: id.optional() }),
    output: listOf(organizationUser),
  }),
  update: defineCall({
    method: 'PATCH',
    path: '/api/v1/users/{id}',
    permission: 'UserManage',
    summary: 'Changes the role or the groups of a member. The last administrator stays one.',
    params: idParams,
    body: z.object({ role: memberRole.optional(), groupIds: groupIds.optional() }),
    output: organizationUser,
    errors: ['last_administrator', 'grant_exceeds_own'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/users/{id}',
    permission: 'UserManage',
    summary:
      'Takes a member out of the organization; what they have open ends within two seconds. The last administrator stays.',
    params: idParams,
    output: nothing,
    errors: ['last_administrator'],
  }),
  leave: defineCall({
    method: 'POST',
    path: '/api/v1/users/leave',
    permission: 'person',
    summary: 'Leaves the active organization. The last administrator stays.',
    output: nothing,
    errors: ['last_administrator'],
  }),
  listInvites: defineCall({
    method: 'GET',
    path: '/api/v1/invites',
    permission: 'UserManage',
    summary: 'Lists invitations that were not accepted yet, expired ones included, newest first.',
    query: pageQuery.extend({ kind: z.enum(['user', 'support']).optional(), search: z.string().max(120).optional() }),
    output: listOf(invite),
  }),
  invite: defineCall({
    method: 'POST',
    path: '/api/v1/invites',
    permission: 'UserManage',
    summary:
      'Invites people by mail; the link works for 7 days. Each address is answered for itself. With `access`, they come into the group that gives just that; it is made where there is none.',
    body: z.object({
      emails: z.array(email).min(1).max(50),
      role: memberRole.default('USER'),
      groupIds: groupIds.default([]),
      access: access.optional(),
      lang: z.enum(['en', 'he']).default('en'),
    }),
    output: z.object({
      invites: z.array(invite),
      refused: z.array(z.object({ email: z.string(), code: z.enum(['already_member', 'invite_pending']) })),
    }),
    status: 201,
    errors: ['grant_exceeds_own', 'rate_limited', 'forbidden', 'too_many'],
  }),
  inviteSupport: defineCall({
    method: 'POST',
    path: '/api/v1/invites/support',
    permission: 'UserManage',
    summary:
      'Invites another organization to help until a time, at most 90 days ahead. An administrator of it accepts for all of its people.',
    body: z.object({ email, accessUntil: utcMs, groupIds: groupIds.min(1), lang: z.enum(['en', 'he']).default('en') }),
    output: invite,
    status: 201,
    errors: ['support_time_invalid', 'grant_exceeds_own', 'rate_limited', 'forbidden'],
  }),
  resendInvite: defineCall({
    method: 'POST',
    path: '/api/v1/invites/{id}/resend',
    permission: 'UserManage',
    summary: 'Mails a new link; the old one ends.',
    params: idParams,
    output: invite,
    errors: ['grant_exceeds_own', 'rate_limited'],
  }),
  cancelInvite: defineCall({
    method: 'DELETE',
    path: '/api/v1/invites/{id}',
    permission: 'UserManage',
    summary: 'Takes an invitation back.',
    params: idParams,
    output: nothing,
  }),
  readInvite: defineCall({
    method: 'POST',
    path: '/api/v1/invites/read',
    permission: 'public',
    summary: 'Says what a mailed invitation is for. Wrong, used, cancelled and expired ones read alike.',
    body: z.object({ token: linkToken }),
    output: z.object({
      kind: z.enum(['user', 'support']),
      email: z.string(),
      organizationName: z.string(),
      hasAccount: z.boolean(),
      accessUntil: utcMs.nullable(),
    }),
    errors: ['link_invalid', 'rate_limited'],
  }),
  acceptInvite: defineCall({
    method: 'POST',
    path: '/api/v1/invites/accept',
    permission: 'signedIn',
    summary:
      'Joins by a mailed invitation that was sent to the own address. For support, the active organization accepts and needs UserManage there.',
    body: z.object({ token: linkToken }),
    output: z.object({ organizationId: id }),
    errors: [
      'link_invalid',
      'invite_for_other_address',
      'forbidden',
      'mfa_demanded',
      'firewall_refused',
      'rate_limited',
    ],
  }),
  signUpByInvite: defineCall({
    method: 'POST',
    path: '/api/v1/invites/sign-up',
    permission: 'public',
    summary:
      'Makes the account of an invited address and joins; the address counts as confirmed, for the link was mailed to it. Sign in afterwards.',
    body: z.object({ token: linkToken, firstName: name, lastName: lastName.default(''), password: newPassword }),
    output: z.object({ email: z.string() }),
    status: 201,
    errors: ['link_invalid', 'email_taken', 'password_too_weak', 'password_too_easy', 'rate_limited'],
  }),
  listSupport: defineCall({
    method: 'GET',
    path: '/api/v1/users/organizations',
    permission: 'UserManage',
    summary: 'Lists organizations that may help here, with the end of their access.',
    output: z.object({ items: z.array(supportOrganization) }),
  }),
  updateSupport: defineCall({
    method: 'PATCH',
    path: '/api/v1/users/organizations/{id}',
    permission: 'UserManage',
    summary: 'Changes the end or the groups of a helping organization.',
    params: idParams,
    body: z.object({ accessUntil: utcMs.optional(), groupIds: groupIds.optional() }),
    output: supportOrganization,
    errors: ['support_time_invalid', 'grant_exceeds_own'],
  }),
  removeSupport: defineCall({
    method: 'DELETE',
    path: '/api/v1/users/organizations/{id}',
    permission: 'UserManage',
    summary: 'Ends the access of a helping organization at once.',
    params: idParams,
    output: nothing,
  }),
  findAll: defineCall({
    method: 'POST',
    path: '/api/v1/dev/users/find-all',
    permission: 'staff',
    summary:
      'Lists people across organizations who were made or seen in a range (default the last 10 months), in pages of 20. Audited.',
    body: z.object({
      orgIds: z.array(id).max(100).default([]),
      start: utcMs.optional(),
      end: utcMs.optional(),
      query: z.string().max(120).default(''),
      page: z.number().int().min(1).max(10_000).default(1),
      perPage: z.number().int().min(1).max(200).default(20),
    }),
    output: z.object({ items: z.array(staffUser), totalItemsCount: z.number().int() }),
  }),
};
