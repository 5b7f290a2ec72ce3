import type { Grant } from '@sightline/domain/permissions/grant';
import type { AccessTokens } from '../../../platform/auth/access-tokens.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { MemberActor, SessionActor } from '../../../platform/auth/actor.ts';
import { createRightsCache } from './rights-cache.ts';
import * as repository from './session-actor.repository.ts';

interface SessionActorDeps {
  database: Database;
  tokens: AccessTokens;
  clock: Clock;
  /** In an installation for development every member may look behind it. */
  isDevelopment: boolean;
}

interface MemberClaims {
  sessionId: string;
  organizationId: string;
}

/** What the person of a session may do in an organization now. */
export interface SessionRights {
  userId: string;
  isStaff: boolean;
  /** Works here: a member, or a helper whose access has not ended. */
  isMember: boolean;
  grants: readonly Grant[];
  viaOrganizationId: string | undefined;
}

/** Answers who is behind a token or a session now, with rights as they are now. */
export type SessionActors = ReturnType<typeof createSessionActors>;

/** Who calls, and what that person may do at this moment. */
export function createSessionActors({ database, tokens, clock, isDevelopment }: SessionActorDeps) {
  const cache = createRightsCache();

  /** Null when the session has ended. */
  const rightsOf = ({ sessionId, organizationId }: MemberClaims): Promise<SessionRights | null> => {
    const claims = { sessionId, organizationId, nowMs: clock() };
    return repository.withSession(database, claims, async (trx) => {
      const place = await repository.findSessionPlace(trx, claims);
      if (!place) return null;
      const { userId, helperIds, rightsRevision: revision } = place;
      const isStaff = place.isStaff || (isDevelopment && place.isMember);
      const isHelper = !place.isMember && helperIds.length > 0;
      if (revision === null || !(place.isMember || isHelper))
        return { userId, isStaff, isMember: false, grants: [], viaOrganizationId: undefined };
      const key = [organizationId, ...(isHelper ? helperIds : [userId])].join(' ');
      const grants =
        cache.get(key, revision) ??
        (await repository.readGrants(trx, organizationId, isHelper ? { helperIds } : { userId }));
      cache.set(key, { revision, grants });
      return { userId, isStaff, isMember: true, grants, viaOrganizationId: isHelper ? helperIds[0] : undefined };
    });
  };

  return {
    rightsOf,
    /** Who bears this access token now; null when it is no token of ours or its session has ended. */
    actorOf: async (token: string, address: string | undefined): Promise<SessionActor | null> => {
      const claims = await tokens.verify(token);
      if (!claims) return null;
      const { userId, sessionId, organizationId } = claims;
      if (organizationId === null) {
        const person = await repository.findSessionPerson(database, sessionId, clock());
        return person && { userId, sessionId, organizationId, grants: [], isStaff: person.isStaff, address };
      }
      const rights = await rightsOf({ sessionId, organizationId });
      if (!rights || rights.userId !== userId) return null;
      const { isStaff, grants, viaOrganizationId } = rights;
      return rights.isMember
        ? { userId, sessionId, organizationId, grants, isStaff, address, viaOrganizationId }
        : { userId, sessionId, organizationId: null, grants: [], isStaff, address };
    },
    /** The member or helper behind a session as it is now, for what outlives a call; null when the session or the right to be there ended. */
    memberOf: async ({ sessionId, organizationId }: MemberClaims): Promise<MemberActor | null> => {
      const rights = await rightsOf({ sessionId, organizationId });
      if (!rights?.isMember) return null;
      const { userId, isStaff, grants, viaOrganizationId } = rights;
      return { userId, sessionId, organizationId, grants, isStaff, address: undefined, viaOrganizationId };
    },
  };
}
