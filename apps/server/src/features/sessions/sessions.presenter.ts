import type { Membership, Session, SessionUser } from '@sightline/contracts/sessions/session';

/** The session as people's programs get it; the refresh token is not part of it. */
export function presentSession(facts: {
  token: string;
  expiresAtUtcMs: number;
  user: SessionUser;
  organizations: Membership[];
  activeOrganizationId: string | null;
}): Session {
  return {
    accessToken: facts.token,
    idToken: facts.token,
    expiresAt: facts.expiresAtUtcMs,
    authProviderId: `password|${facts.user.id}`,
    user: facts.user,
    organizations: facts.organizations,
    activeOrganizationId: facts.activeOrganizationId,
  };
}
