import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** E-mail address, at most 254 characters, compared in lower case. */
export const email = z
  .email()
  .max(254)
  .transform((value) => value.toLowerCase());

/** A new password has at least this many characters; a shorter one is answered `password_too_weak`. */
export const passwordLength = 10;

/** Plain password as typed. Never stored, never logged. */
export const newPassword = z.string().min(1).max(200);

/** The person who is signed in. */
export const user = z.object({ id, email: z.string(), name: z.string() });

/** An organization that the signed-in user belongs to, as the switcher shows it. */
export const membership = z.object({ organizationId: id, name: z.string(), color: z.string() });

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
  activeOrganizationId: id.nullable(),
});

export type Session = z.infer<typeof session>;
export type SessionUser = z.infer<typeof user>;
export type Membership = z.infer<typeof membership>;
