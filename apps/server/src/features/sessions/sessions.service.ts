import { passwordLength, type Session } from '@sightline/contracts/sessions/session';
import { AppError } from '@sightline/contracts/shared/errors';
import type { AccessTokens } from '../../platform/auth/access-tokens.ts';
import type { PasswordAccounts } from '../../platform/auth/password-accounts.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor, SessionActor } from '../../platform/http/actor.ts';
import { createAttemptLimiter } from '../../platform/http/attempt-limiter.ts';
import { createSessionActors } from './session-actor.ts';
import { presentSession } from './sessions.presenter.ts';
import * as repository from './sessions.repository.ts';
import { sessionsEndedTopic } from './sessions.public.ts';

/** Two tabs that wake at once are no theft: within this time a used token only tells its bearer to try again. */
const graceMs = 10_000;
/** A token that comes back sooner than this belongs to tabs that renew at once: the winner's cookie is on its way. */
const lostAnswerMs = 500;

/** What the sessions need from the rest of the server. */
export interface SessionsParts {
  database: Database;
  accounts: PasswordAccounts;
  tokens: AccessTokens;
  bus: Bus;
  clock: Clock;
  signInAttemptsPerMinute: number;
}

/** A session and the refresh token that goes into the cookie. */
export interface OpenedSession {
  session: Session;
  refreshToken: string;
}

/** Sign-in, rotation of refresh tokens and the question who is calling. */
export type SessionsService = ReturnType<typeof createSessionsService>;

/** Sessions of people: opened by password, kept by a rotating token, asked for at every call. */
export function createSessionsService(parts: SessionsParts) {
  const { database, accounts, clock } = parts;
  const actors = createSessionActors(parts);
  const perAccount = createAttemptLimiter(parts.signInAttemptsPerMinute, clock);
  const perAddress = createAttemptLimiter(parts.signInAttemptsPerMinute * 3, clock);

  const signIn = async (input: { email: string; password: string }, address: string): Promise<OpenedSession> => {
    const key = `${address} ${input.email.trim().toLowerCase()}`;
    perAccount.take(key);
    perAddress.take(address);
    const { account, sessionId } = await accounts.signIn(input);
    perAccount.forgive(key);
    // Not forgiven: who has an account of the own here could else go on guessing those of others.
    perAddress.refund(address);
    const organizations = await organizationsOf(database, account.id);
    const organizationId = organizations[0]?.organizationId ?? null;
    const refreshToken = await repository.addRefreshToken(database.global, { sessionId, organizationId, nowMs: clock() });
    return { refreshToken, session: await describe(parts, { sessionId, userId: account.id, organizationId }) };
  };

  return {
    signIn,
    needsFirstAccount: async (): Promise<boolean> => !(await repository.hasAccounts(database)),
    createFirstAccount: async (input: { name: string; email: string; password: string }, address: string): Promise<OpenedSession> => {
      if (input.password.length < passwordLength) throw new AppError('password_too_weak');
      await repository.whileAlone(database, async () => {
        if (await repository.hasAccounts(database)) throw new AppError('setup_already_done');
        const account = await accounts.create(input);
        await repository.makeInstallationAdministrator(database, account.id);
      });
      return signIn(input, address);
    },
    refresh: (token: string): Promise<OpenedSession> => refresh(parts, token),
    signOut: (actor: SessionActor): Promise<void> => end(parts, actor.sessionId),
    current: ({ sessionId, userId, organizationId }: SessionActor): Promise<Session> => describe(parts, { sessionId, userId, organizationId }),
    switchOrganization: async (actor: SessionActor, organizationId: string): Promise<Session> => {
      const organizations = await organizationsOf(database, actor.userId);
      if (!organizations.some((organization) => organization.organizationId === organizationId)) throw new AppError('not_found');
      await repository.setActiveOrganization(database, actor.sessionId, organizationId);
      return describe(parts, { sessionId: actor.sessionId, userId: actor.userId, organizationId });
    },
    /** Who bears this access token now; null when it is no token of ours or its session has ended. */
    actorOf: (token: string): Promise<SessionActor | null> => actors.actorOf(token),
    /** The member behind a session as it is now, for what outlives a call; null when the session ended or its person left. */
    memberOf: (claims: { sessionId: string; organizationId: string }): Promise<MemberActor | null> => actors.memberOf(claims),
  };
}

const organizationsOf = (database: Database, userId: string) => database.withPerson(userId, (trx) => repository.listMemberships(trx, userId));

async function describe(parts: SessionsParts, claims: { sessionId: string; userId: string; organizationId: string | null }): Promise<Session> {
  const [user, organizations] = await Promise.all([repository.findUser(parts.database, claims.userId), organizationsOf(parts.database, claims.userId)]);
  if (!user) throw new AppError('unauthenticated');
  const isStillThere = organizations.some((organization) => organization.organizationId === claims.organizationId);
  const activeOrganizationId = isStillThere ? claims.organizationId : (organizations[0]?.organizationId ?? null);
  const minted = await parts.tokens.mint({ ...claims, organizationId: activeOrganizationId });
  const rights =
    activeOrganizationId === null ? null : await createSessionActors(parts).rightsOf({ sessionId: claims.sessionId, organizationId: activeOrganizationId });
  return presentSession({ ...minted, user, organizations, activeOrganizationId, grants: rights?.grants ?? [] });
}

async function refresh(parts: SessionsParts, token: string): Promise<OpenedSession> {
  const rotated = await repository.rotateRefreshToken(parts.database, token, parts.clock());
  if (rotated) return { refreshToken: rotated.token, session: await describe(parts, rotated) };
  const known = await repository.findRefreshToken(parts.database, token);
  if (!known?.usedAt) throw new AppError('unauthenticated');
  const ageMs = parts.clock() - known.usedAt.getTime();
  if (ageMs < lostAnswerMs) throw new AppError('refresh_race');
  if (ageMs <= graceMs) return reopen(parts, token);
  await end(parts, known.sessionId);
  throw new AppError('refresh_reused');
}

/** The answer with the next token never arrived: its page was left meanwhile. The session goes on with one more token. */
async function reopen(parts: SessionsParts, token: string): Promise<OpenedSession> {
  const added = await repository.addSiblingToken(parts.database, token, parts.clock());
  if (!added) throw new AppError('unauthenticated');
  return { refreshToken: added.token, session: await describe(parts, added) };
}

async function end(parts: SessionsParts, sessionId: string): Promise<void> {
  await repository.deleteSession(parts.database, sessionId);
  parts.bus.publish(sessionsEndedTopic, { sessionId });
}
