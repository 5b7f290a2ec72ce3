import { AppError } from '@sightline/contracts/shared/errors';
import type { Admission } from './sign-in/session-admission.ts';
import { organizationsOf, type DescribeSession } from './session-description.ts';
import { findOrigin, touchSession } from './session-origin.repository.ts';
import type { OpenedSession, SessionsDeps } from './session-parts.ts';
import * as repository from './sessions.repository.ts';

/** Two tabs that wake at once are no theft: within this time a used token only tells its bearer to try again. */
const graceMs = 10_000;
/** A token that comes back sooner than this belongs to tabs that renew at once: the winner's cookie is on its way. */
const lostAnswerMs = 500;

interface RenewalDeps extends Pick<SessionsDeps, 'database' | 'clock'> {
  admission: Admission;
  describe: DescribeSession;
  end(sessionId: string): Promise<void>;
}

type Sibling = ReturnType<typeof repository.addSiblingToken>;

/** Tokens that were given beside the successor of a used one, by the used one: whoever comes again gets the same. */
function rememberSiblings({ database, clock }: Pick<SessionsDeps, 'database' | 'clock'>): (token: string) => Sibling {
  const siblings = new Map<string, { sinceMs: number; added: Sibling }>();
  return (token) => {
    for (const [used, { sinceMs }] of siblings) if (clock() - sinceMs > graceMs) siblings.delete(used);
    const found = siblings.get(token);
    if (found) return found.added;
    const added = repository.addSiblingToken(database, token, clock());
    added.catch(() => siblings.delete(token));
    siblings.set(token, { sinceMs: clock(), added });
    return added;
  };
}

/** Rotation of refresh tokens: each works once, and one that comes back late ends its session. */
export function createSessionRenewal({ database, clock, admission, describe, end }: RenewalDeps) {
  /** Asked before the token is used up, so that a refusal costs nothing: back in an allowed network the session goes on. */
  const placeOf = async (known: repository.RotatedToken, address: string): Promise<string | null> => {
    const [origin, organizations] = await Promise.all([
      findOrigin(database, known.sessionId),
      organizationsOf(database, known.userId),
    ]);
    if (!origin) throw new AppError('unauthenticated');
    const organizationIds = organizations.map(({ organizationId }) => organizationId);
    return admission.choose({ organizationIds, wanted: known.organizationId, origin, address });
  };

  const goOn = async (
    renewed: repository.RotatedToken & { token: string },
    place: { organizationId: string | null; address: string },
  ): Promise<OpenedSession> => {
    await touchSession(database.global, renewed.sessionId, { address: place.address, nowMs: clock() });
    if (place.organizationId !== null && place.organizationId !== renewed.organizationId) {
      await repository.setActiveOrganization(database, renewed.sessionId, place.organizationId);
    }
    return {
      refreshToken: renewed.token,
      session: await describe({ ...renewed, organizationId: place.organizationId }),
    };
  };

  const siblingOf = rememberSiblings({ database, clock });

  /** The answer with the next token never arrived: its page was left meanwhile. The session goes on with one more token. */
  const reopen = async (token: string, address: string): Promise<OpenedSession> => {
    const added = await siblingOf(token);
    if (!added) throw new AppError('unauthenticated');
    // Somebody has received it and gone on with it.
    if (!(await repository.peekRefreshToken(database, added.token, clock()))) throw new AppError('refresh_race');
    return goOn(added, { organizationId: await placeOf(added, address), address });
  };

  return async (token: string, address: string): Promise<OpenedSession> => {
    const known = await repository.peekRefreshToken(database, token, clock());
    if (known) {
      const organizationId = await placeOf(known, address);
      const rotated = await repository.rotateRefreshToken(database, token, clock());
      if (rotated) return goOn(rotated, { organizationId, address });
    }
    const used = await repository.findRefreshToken(database, token);
    if (!used?.usedAt) throw new AppError('unauthenticated');
    const ageMs = clock() - used.usedAt.getTime();
    if (ageMs < lostAnswerMs) throw new AppError('refresh_race');
    if (ageMs <= graceMs) return reopen(token, address);
    await end(used.sessionId);
    throw new AppError('refresh_reused');
  };
}
