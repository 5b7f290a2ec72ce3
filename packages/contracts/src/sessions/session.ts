import { z } from 'zod';
import { role, appliedSettings } from '../accounts/account.ts';
import { permissions, type Permission } from '../shared/permissions.ts';
import { id, utcMs } from '../shared/ids.ts';

/** The person who is signed in. */
export const user = z.object({
  id,
  email: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Roles in the active organization, and those of the installation's staff. */
  roles: z.array(role),
  isDeveloper: z.boolean(),
  isDevTeam: z.boolean(),
  isPartner: z.boolean(),
  isProfileLoaded: z.boolean().describe('names, roles and choices of the person are part of this answer'),
  settings: appliedSettings,
});

/** An organization that the signed-in user belongs to, as the switcher shows it. */
export const membership = z.object({
  organizationId: id,
  name: z.string(),
  color: z.string(),
  /** Null for members; for support people, when their access ends. */
  supportUntil: utcMs.nullable(),
});

/** One permission and where it is held: null for the whole organization, else entities with everything below them. */
export const heldPermission = z.object({
  name: z.enum(Object.keys(permissions) as [Permission, ...Permission[]]),
  entityIds: z.array(id).nullable(),
});

/** What the screens know of the active organization. */
export const activeOrganization = z.object({
  id,
  orgId: id,
  orgName: z.string(),
  orgColor: z.string(),
  isDefault: z.boolean().describe('the organization that the installation was set up with'),
  disableInactivity: z.boolean(),
  localLiveStream: z.boolean(),
});

/**
 * The state of a session. `accessToken` (5 minutes) and `idToken` live in memory only; the refresh token travels as an
 * HttpOnly cookie that script cannot read.
 */
export const session = z.object({
  accessToken: z.string(),
  idToken: z.string(),
  expiresAt: utcMs.describe('when accessToken ends'),
  authProviderId: z.string(),
  user,
  organizations: z.array(membership),
  /** For somebody in no organization: the one that the person was in last, as it was called then. */
  formerOrganization: z.object({ name: z.string(), endedAt: utcMs }).optional(),
  activeOrganizationId: id.nullable(),
  organization: activeOrganization.nullable(),
  /** As they are now; `permissions.changed` over realtime asks to fetch them anew. */
  permissions: z.array(heldPermission),
  /** Why the active organization cannot be used yet: `mfa_demanded` leads to adding a second factor. */
  barredBy: z.enum(['mfa_demanded']).nullable(),
});

export type Session = z.infer<typeof session>;
export type SessionUser = z.infer<typeof user>;
export type HeldPermission = z.infer<typeof heldPermission>;
export type Membership = z.infer<typeof membership>;
