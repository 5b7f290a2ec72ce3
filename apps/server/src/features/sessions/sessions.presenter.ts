import type { Role } from '@sightline/contracts/accounts/account';
import type { HeldPermission, Session } from '@sightline/contracts/sessions/session';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { appliedSettings } from '@sightline/domain/accounts/applied-settings';
import { holdsAnywhere, scopeOf, type Grant } from '@sightline/domain/permissions/grant';
import type { FormerMembership, MembershipRow, SessionUserRow } from './sessions.repository.ts';

interface SessionFacts {
  token: string;
  idToken: string;
  expiresAtUtcMs: number;
  user: SessionUserRow;
  organizations: MembershipRow[];
  /** The last one, of somebody in none. */
  former: FormerMembership | undefined;
  activeOrganizationId: string | null;
  /** Null: by password. */
  authProviderId: string | null;
  barredBy: Session['barredBy'];
  grants: readonly Grant[];
}

const heldOf = (grants: readonly Grant[]): HeldPermission[] =>
  (Object.keys(permissions) as Permission[]).flatMap((name) => {
    const scope = scopeOf(grants, name);
    return holdsAnywhere(scope) ? [{ name, entityIds: scope.whole ? null : [...scope.entityIds] }] : [];
  });

const presentActive = (active: MembershipRow): Session['organization'] => ({
  id: active.organizationId,
  orgId: active.organizationId,
  orgName: active.name,
  orgColor: active.color,
  isDefault: active.isDefault,
  disableInactivity: active.disableInactivity,
  localLiveStream: active.localLiveStream,
});

/** The session as people's programs get it; the refresh token is not part of it. */
export function presentSession(facts: SessionFacts): Session {
  const { user, organizations, activeOrganizationId } = facts;
  const { id, email, name, firstName, lastName, isDeveloper, isDevTeam, isPartner } = user;
  const active = organizations.find(({ organizationId }) => organizationId === activeOrganizationId);
  const roles = [...(active ? [active.role as Role] : []), ...user.staffRoles];
  return {
    accessToken: facts.token,
    idToken: facts.idToken,
    expiresAt: facts.expiresAtUtcMs,
    authProviderId: facts.authProviderId ?? `password|${id}`,
    user: {
      id,
      email,
      name,
      firstName,
      lastName,
      roles,
      isDeveloper,
      isDevTeam,
      isPartner,
      isProfileLoaded: true,
      settings: appliedSettings(user.settings),
    },
    organizations: organizations.map(({ organizationId, name: title, color, supportUntil }) => ({
      organizationId,
      name: title,
      color,
      supportUntil: supportUntil?.getTime() ?? null,
    })),
    ...(facts.former && {
      formerOrganization: { name: facts.former.organizationName, endedAt: facts.former.endedAt.getTime() },
    }),
    activeOrganizationId,
    organization: active ? presentActive(active) : null,
    permissions: heldOf(facts.grants),
    barredBy: facts.barredBy,
  };
}
