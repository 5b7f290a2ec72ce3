import type { Identity, OwnSession, Profile, Role } from '@sightline/contracts/accounts/account';
import { appliedSettings } from '@sightline/domain/accounts/applied-settings';
import { passwordProvider } from '../../platform/auth/password-accounts.ts';
import type { IdentityRow, ProfileRow } from './accounts.repository.ts';

const presentIdentity = (row: IdentityRow): Identity => ({
  id: row.id,
  provider: row.providerId === passwordProvider ? 'password' : (row.providerName ?? row.providerId),
  authProviderId: row.providerId === passwordProvider ? 'password' : row.providerId,
  label: row.label,
  createdAt: row.createdAt.getTime(),
});

interface ProfileFacts {
  row: ProfileRow;
  /** Role in the active organization. */
  role: Role | null;
  identities: readonly IdentityRow[];
  /** Provider of the present session; null for the password. */
  authProviderId: string | null;
  pendingEmail: string | null;
  edges: string[];
  orgs: string[];
  isMfaEnabled: boolean;
  media: Pick<Profile, 'twilioPtt' | 'vmPlayback'>;
}

/** The only form in which an account leaves the server to its owner. */
export function presentProfile({ row, role, identities, authProviderId, media, ...facts }: ProfileFacts): Profile {
  const { id, email, isEmailVerified, firstName, lastName, isDeveloper, isDevTeam, isPartner, phone, isPhoneVerified } =
    row;
  const person = {
    id,
    email,
    isEmailVerified,
    firstName,
    lastName,
    isDeveloper,
    isDevTeam,
    isPartner,
    phone,
    isPhoneVerified,
  };
  const provider = identities.find(({ providerId }) => providerId === authProviderId);
  return {
    ...person,
    ...facts,
    ...media,
    roles: [...(role === null ? [] : [role]), ...row.staffRoles],
    authStrategy: provider?.kind ?? 'password',
    authProviderId: authProviderId ?? `password|${id}`,
    identities: identities.map(presentIdentity),
    settings: appliedSettings(row.settings),
    timezone: row.timeZone,
    created_at: row.createdAt.getTime(),
    updated_at: row.updatedAt.getTime(),
  };
}

interface OwnSessionRow {
  id: string;
  startedAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  address: string | null;
  userAgent: string | null;
  authProviderId: string | null;
}

/** One place where somebody is signed in. */
export const presentSession = (row: OwnSessionRow, currentId: string): OwnSession => ({
  id: row.id,
  isCurrent: row.id === currentId,
  startedAt: row.startedAt.getTime(),
  lastUsedAt: row.lastUsedAt.getTime(),
  expiresAt: row.expiresAt.getTime(),
  address: row.address,
  userAgent: row.userAgent,
  authProviderId: row.authProviderId ?? 'password',
});
