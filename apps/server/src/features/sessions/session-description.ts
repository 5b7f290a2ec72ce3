import type { Session } from '@sightline/contracts/sessions/session';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Admission } from './session-admission.ts';
import type { SessionActors } from './session-actor.ts';
import { findOrigin } from './session-origin.repository.ts';
import type { SessionsParts } from './session-parts.ts';
import { presentSession } from './sessions.presenter.ts';
import { findUser, listMemberships, type MembershipRow } from './sessions.repository.ts';

interface DescriptionParts extends Pick<SessionsParts, 'database' | 'tokens'> {
  actors: SessionActors;
  admission: Admission;
}

export const organizationsOf = (database: SessionsParts['database'], userId: string): Promise<MembershipRow[]> =>
  database.withPerson(userId, (trx) => listMemberships(trx, userId));

/** Writes a session as its person's program gets it, with a new access token. `organizationId` must be one that admits it. */
export type DescribeSession = (claims: { sessionId: string; userId: string; organizationId: string | null }) => Promise<Session>;

export function createSessionDescription({ database, tokens, actors, admission }: DescriptionParts): DescribeSession {
  return async ({ sessionId, userId, organizationId }) => {
    const [user, organizations, origin] = await Promise.all([findUser(database, userId), organizationsOf(database, userId), findOrigin(database, sessionId)]);
    if (!user || !origin) throw new AppError('unauthenticated');
    const isThere = organizations.some((one) => one.organizationId === organizationId);
    const activeOrganizationId = isThere ? organizationId : null;
    const [minted, rights, lacksMfa] = await Promise.all([
      tokens.mint({ sessionId, userId, organizationId: activeOrganizationId }),
      activeOrganizationId === null ? null : actors.rightsOf({ sessionId, organizationId: activeOrganizationId }),
      admission.lacksMfa(activeOrganizationId, origin.mfaAt),
    ]);
    return presentSession({
      ...minted,
      authProviderId: origin.authProviderId,
      user,
      organizations,
      activeOrganizationId,
      grants: rights?.grants ?? [],
      barredBy: lacksMfa ? 'mfa_demanded' : null,
    });
  };
}
