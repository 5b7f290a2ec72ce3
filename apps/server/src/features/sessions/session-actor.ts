import type { AccessTokens } from '../../platform/auth/access-tokens.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor, SessionActor } from '../../platform/http/actor.ts';
import * as repository from './session-actor.repository.ts';

interface SessionActorParts {
  database: Database;
  tokens: AccessTokens;
  clock: Clock;
}

interface MemberClaims {
  sessionId: string;
  organizationId: string;
}

/** Answers who is behind a token or a session now, with rights read anew. */
export type SessionActors = ReturnType<typeof createSessionActors>;

/** Who calls, and what that person may do at this moment. */
export function createSessionActors({ database, tokens, clock }: SessionActorParts) {
  const rightsOf = (claims: MemberClaims): Promise<repository.SessionRights | null> =>
    database.withOrganization(claims.organizationId, (trx) => repository.readRights(trx, { ...claims, nowMs: clock() }));

  return {
    rightsOf,
    /** Who bears this access token now; null when it is no token of ours or its session has ended. */
    actorOf: async (token: string): Promise<SessionActor | null> => {
      const claims = await tokens.verify(token);
      if (!claims) return null;
      const { userId, sessionId, organizationId } = claims;
      if (organizationId === null) {
        const person = await repository.findSessionPerson(database, sessionId, clock());
        return person && { userId, sessionId, organizationId, grants: [], isStaff: person.isStaff };
      }
      const rights = await rightsOf({ sessionId, organizationId });
      if (!rights || rights.userId !== userId) return null;
      const { isStaff } = rights;
      return rights.isMember
        ? { userId, sessionId, organizationId, grants: rights.grants, isStaff }
        : { userId, sessionId, organizationId: null, grants: [], isStaff };
    },
    /** The member behind a session as it is now, for what outlives a call; null when the session ended or its person left. */
    memberOf: async (claims: MemberClaims): Promise<MemberActor | null> => {
      const rights = await rightsOf(claims);
      return rights?.isMember ? { ...claims, userId: rights.userId, grants: rights.grants, isStaff: rights.isStaff } : null;
    },
  };
}
