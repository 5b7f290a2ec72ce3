import { z } from 'zod';
import { id, lastName, name, utcMs } from '../shared/ids.ts';

/** What somebody is. USER and OPERATOR are given per organization; the others belong to the installation's own staff. */
export const role = z.enum(['USER', 'OPERATOR', 'DEVELOPER', 'SALES', 'ADMIN']);

/** Minutes without input after which somebody is signed out, where they asked for it. */
export const autoLogoutMinutes = [5, 10, 15, 30, 60] as const;

/** How dates and times are written for a person. `system`: as the language and the browser do. */
export const dateSettings = z.object({
  dateFormat: z.enum(['system', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD']),
  timeFormat: z.enum(['system', '24h', '12h']),
  firstDayOfWeek: z.enum(['system', 'sunday', 'monday', 'saturday']),
});

/** Choices of a person, kept on the server, applied on every device. */
export const userSettings = z.object({
  lang: z.enum(['en', 'he']),
  theme: z.enum(['dark', 'light', 'system']),
  autoLogout: z.union(autoLogoutMinutes.map((minutes) => z.literal(minutes))).describe('minutes'),
  autoLogoutEnabled: z.boolean(),
  subForWeekly: z.boolean(),
  newDevicePageView: z.boolean(),
  dateSettings,
});

/** Settings with the defaults of what was never chosen; `chosen` names what the person did choose where that is not the same. */
export const appliedSettings = userSettings.extend({ chosen: z.array(z.enum(['lang', 'theme'])) });

/** What a person has before choosing anything. */
export const defaultUserSettings = {
  lang: 'en',
  theme: 'system',
  autoLogout: 30,
  autoLogoutEnabled: false,
  subForWeekly: false,
  newDevicePageView: true,
  dateSettings: { dateFormat: 'system', timeFormat: 'system', firstDayOfWeek: 'system' },
} as const satisfies z.infer<typeof userSettings>;

/** A way of signing in that is linked to the account: the password, or one at a provider. */
export const identity = z.object({
  id,
  provider: z.string().describe('`password`, or the name of the provider'),
  authProviderId: z.string(),
  /** Account name at the provider, when it told one. */
  label: z.string().nullable(),
  createdAt: utcMs,
});

/** A short-lived token for one kind of media; null while that kind is not set up. */
export const mediaToken = z.object({ token: z.string(), expiresAt: utcMs });

/** Everything a person may know about the own account. */
export const profile = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  /** An address that was asked for and not confirmed yet. */
  pendingEmail: z.string().nullable(),
  roles: z.array(role),
  isDeveloper: z.boolean(),
  isDevTeam: z.boolean(),
  isPartner: z.boolean(),
  authStrategy: z.enum(['password', 'oidc', 'saml']),
  authProviderId: z.string(),
  identities: z.array(identity),
  edges: z.array(id).describe('cores of the active organization that the person may see'),
  orgs: z.array(id),
  settings: appliedSettings,
  timezone: z.string().describe('IANA name'),
  phone: z.string().nullable(),
  isPhoneVerified: z.boolean(),
  twilioPtt: mediaToken.nullable().describe('push-to-talk'),
  vmPlayback: mediaToken.nullable().describe('voicemail playback'),
  isMfaEnabled: z.boolean(),
  created_at: utcMs,
  updated_at: utcMs,
});

/** Absent fields stay. */
export const profileUpdate = z.object({
  firstName: name.optional(),
  lastName: lastName.optional(),
  phone: z
    .string()
    .trim()
    .regex(/^\+?[0-9 ()-]{5,24}$/)
    .nullable()
    .optional(),
  timezone: z.string().min(1).max(64).optional(),
});

/** Absent fields stay. */
export const settingsUpdate = userSettings.partial();

/** One place where the person is signed in. */
export const ownSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  startedAt: utcMs,
  lastUsedAt: utcMs,
  expiresAt: utcMs,
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  authProviderId: z.string(),
});

export type Role = z.infer<typeof role>;
export type UserSettings = z.infer<typeof userSettings>;
export type AppliedSettings = z.infer<typeof appliedSettings>;
export type DateSettings = z.infer<typeof dateSettings>;
export type Profile = z.infer<typeof profile>;
export type Identity = z.infer<typeof identity>;
export type OwnSession = z.infer<typeof ownSession>;
