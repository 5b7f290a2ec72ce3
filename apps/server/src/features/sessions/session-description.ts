import type { Session } from '@sightline/contracts/sessions/session';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Admission } from './sign-in/session-admission.ts';
import type { SessionActors } from './callers/session-actor.ts';
import { findOrigin } from './session-origin.repository.ts';
import type { SessionsDeps } from './session-parts.ts';
import { presentSession } from './sessions.presenter.ts';
import {
  findFormerMembership,
  findUser,
  listMemberships,
  type MembershipRow,
  type SessionUserRow,
} from './sessions.repository.ts';

interface DescriptionDeps extends Pick<SessionsDeps, 'database' | 'tokens'> {
  actors: SessionActors;
  admission: Admission;
}

export const organizationsOf = (database: SessionsDeps['database'], userId: string): Promise<MembershipRow[]> =>
  database.withPerson(userId, (trx) => listMemberships(trx, userId));

/** Writes a session as its person's program gets it, with a new access token. `organizationId` must be one that admits it. */
export type DescribeSession = (claims: {
  sessionId: string;
  userId: string;
  organizationId: string | null;
}) => Promise<Session>;

/** Who came by the word of one organization's provider is nobody anywhere else, and what else that person is stays unsaid. */
function shownTo(
  providerOrganizationId: string | null,
  { user, organizations }: { user: SessionUserRow; organizations: MembershipRow[] },
) {
  if (providerOrganizationId === null) return { user, organizations };
  return {
    user: { ...user, staffRoles: [], isDeveloper: false, isDevTeam: false },
    organizations: organizations.filter(({ organizationId }) => organizationId === providerOrganizationId),
  };
}

export function createSessionDescription({ database, tokens, actors, admission }: DescriptionDeps): DescribeSession {
  return async ({ sessionId, userId, organizationId }) => {
    const [person, all, origin] = await Promise.all([
      findUser(database, userId),
      organizationsOf(database, userId),
      findOrigin(database, sessionId),
    ]);
    if (!person || !origin) throw new AppError('unauthenticated');
    const { user, organizations } = shownTo(origin.providerOrganizationId, { user: person, organizations: all });
    const isNowhere = all.length === 0 && origin.providerOrganizationId === null;
    const isThere = organizations.some((one) => one.organizationId === organizationId);
    const activeOrganizationId = isThere ? organizationId : null;
    const [minted, rights, lacksMfa, former] = await Promise.all([
      tokens.mint({ sessionId, userId, organizationId: activeOrganizationId }),
      activeOrganizationId === null ? null : actors.rightsOf({ sessionId, organizationId: activeOrganizationId }),
      admission.lacksMfa(activeOrganizationId, origin.mfaAt),
      isNowhere ? findFormerMembership(database, userId) : undefined,
    ]);
    const { email, name } = user;
    const idToken = await tokens.mintIdentity({ userId, email, name, expiresAtUtcMs: minted.expiresAtUtcMs });
    return presentSession({
      ...minted,
      idToken,
      authProviderId: origin.authProviderId,
      user,
      organizations,
      former,
      activeOrganizationId,
      grants: rights?.grants ?? [],
      barredBy: lacksMfa ? 'mfa_demanded' : null,
    });
  };
}
