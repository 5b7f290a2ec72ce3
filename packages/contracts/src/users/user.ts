import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** Roles that an organization gives to its members. */
export const memberRole = z.enum(['USER', 'OPERATOR']);

/** A member of the active organization. */
export const organizationUser = z.object({
  id,
  email: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: memberRole,
  groups: z.array(z.object({ id, name: z.string() })),
  isAdministrator: z.boolean().describe('holds UserManage on the whole organization'),
  isMfaEnabled: z.boolean(),
  isSelf: z.boolean(),
  joinedAt: utcMs,
  lastSeenAt: utcMs.nullable(),
});

/** Somebody who was asked to join and has not yet. */
export const invite = z.object({
  id,
  kind: z.enum(['user', 'support']),
  email: z.string(),
  role: memberRole.nullable(),
  groupIds: z.array(id),
  invitedBy: z.string().nullable(),
  createdAt: utcMs,
  expiresAt: utcMs,
  isExpired: z.boolean(),
  /** For support: when the access that is offered will end. */
  accessUntil: utcMs.nullable(),
});

/** Another organization whose people may help here until a time. */
export const supportOrganization = z.object({
  id,
  name: z.string(),
  color: z.string(),
  groups: z.array(z.object({ id, name: z.string() })),
  accessUntil: utcMs,
  isExpired: z.boolean(),
  acceptedAt: utcMs,
});

/** Somebody of any organization, for the staff of the installation. */
export const staffUser = z.object({
  id,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  isDeveloper: z.boolean(),
  isDevTeam: z.boolean(),
  isPartner: z.boolean(),
  orgs: z.array(z.object({ id, name: z.string() })),
  createdAt: utcMs,
  lastSeenAt: utcMs.nullable(),
});

export type OrganizationUser = z.infer<typeof organizationUser>;
export type Invite = z.infer<typeof invite>;
export type SupportOrganization = z.infer<typeof supportOrganization>;
export type StaffUser = z.infer<typeof staffUser>;
export type MemberRole = z.infer<typeof memberRole>;
