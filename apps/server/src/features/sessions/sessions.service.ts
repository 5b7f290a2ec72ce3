import { passwordLength, type Session } from '@sightline/contracts/sessions/session';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { MemberActor, SessionActor } from '../../platform/http/actor.ts';
import { looksLikeApiKey } from '../api-keys/api-keys.public.ts';
import { createSessionActors } from './session-actor.ts';
import { createAdmission } from './session-admission.ts';
import { createSessionDescription, organizationsOf } from './session-description.ts';
import { createSessionOpening } from './session-opening.ts';
import * as origins from './session-origin.repository.ts';
import type { OpenedSession, SessionClient, SessionsParts } from './session-parts.ts';
import { createSessionRenewal } from './session-renewal.ts';
import * as repository from './sessions.repository.ts';
import { sessionsEndedTopic } from './sessions-ended.ts';
import { createSignInRules } from './sign-in-rules.ts';

/** Sign-in, rotation of refresh tokens and the question who is calling. */
export type SessionsService = ReturnType<typeof createSessionsService>;

/** Sessions of people: opened by password or provider, kept by a rotating token, asked for at every call. */
export function createSessionsService(parts: SessionsParts) {
  const { database, accounts, clock, bus } = parts;
  const actors = createSessionActors(parts);
  const admission = createAdmission({ database, clock, rules: createSignInRules({ database, bus }) });
  const describe = createSessionDescription({ database, tokens: parts.tokens, actors, admission });
  const opening = createSessionOpening({ ...parts, admission, describe });
  /** `isForced`: not by the person in that browser; the screen says so. */
  const announceEnd = (sessionIds: readonly string[], isForced: boolean): void => {
    for (const sessionId of sessionIds) bus.publish(sessionsEndedTopic, { sessionId, isForced });
  };
  const endOne = async (sessionId: string, isForced: boolean): Promise<void> => {
    const origin = await origins.findOrigin(database, sessionId);
    if (origin) announceEnd(await origins.deleteSessions(database.global, origin.userId, { only: sessionId }), isForced);
  };
  const renew = createSessionRenewal({ database, clock, admission, describe, end: (sessionId) => endOne(sessionId, true) });

  return {
    signIn: opening.byPassword,
    answerChallenge: opening.byCode,
    open: opening.open,
    needsFirstAccount: async (): Promise<boolean> => !(await repository.hasAccounts(database)),
    createFirstAccount: async (input: { name: string; email: string; password: string }, client: SessionClient): Promise<OpenedSession> => {
      if (input.password.length < passwordLength) throw new AppError('password_too_weak');
      await repository.whileAlone(database, async () => {
        if (await repository.hasAccounts(database)) throw new AppError('setup_already_done');
        const account = await accounts.create(input);
        await repository.makeInstallationAdministrator(database, account.id);
      });
      return opening.byPassword(input, client);
    },
    refresh: renew,
    /** The session that a refresh token belongs to; null when there is none. */
    sessionOfToken: async (token: string): Promise<{ sessionId: string; userId: string; organizationId: string | null } | null> =>
      repository.peekRefreshToken(database, token, clock()),
    signOut: async (session: { sessionId: string; userId: string; organizationId: string | null }): Promise<void> => {
      const { organizationId, userId } = session;
      const by = { userId, sessionId: session.sessionId };
      if (organizationId !== null) {
        await parts.changes.run({ organizationId, by }, ({ audit }) => audit({ action: 'session.signOut', entityKind: 'user', entityId: userId }));
      }
      await endOne(session.sessionId, false);
    },
    current: async ({ sessionId, userId, organizationId, barredBy }: SessionActor): Promise<Session> => {
      if (barredBy === 'firewall_refused') throw new AppError(barredBy);
      return describe({ sessionId, userId, organizationId });
    },
    switchOrganization: async (actor: SessionActor, organizationId: string, address: string): Promise<Session> => {
      const [organizations, origin] = await Promise.all([organizationsOf(database, actor.userId), origins.findOrigin(database, actor.sessionId)]);
      if (!origin) throw new AppError('unauthenticated');
      if (!organizations.some((organization) => organization.organizationId === organizationId)) throw new AppError('not_found');
      const refused = await admission.refusal(organizationId, origin, address);
      if (refused) throw new AppError(refused);
      await repository.setActiveOrganization(database, actor.sessionId, organizationId);
      const by = { userId: actor.userId, sessionId: actor.sessionId, address };
      const data = { from: actor.organizationId };
      await parts.changes.run({ organizationId, by }, ({ audit }) =>
        audit({ action: 'session.switch', entityKind: 'organization', entityId: organizationId, data }),
      );
      return describe({ sessionId: actor.sessionId, userId: actor.userId, organizationId });
    },
    /** Who bears this access token now; null when it is no token of ours or its session has ended. */
    actorOf: (token: string): Promise<SessionActor | null> => actors.actorOf(token),
    /** The same for a call from an address, with what bars it from its organization. */
    callerOf: async (token: string, address: string): Promise<SessionActor | null> => {
      const actor = looksLikeApiKey(token) ? await parts.keys.callerOf(token) : await actors.actorOf(token);
      return actor && { ...actor, address, barredBy: (await admission.barOf(actor, address)) ?? undefined };
    },
    /** The same for what stays open: whoever is barred from the organization hears nothing of it. */
    listenerOf: async (token: string): Promise<SessionActor | null> => {
      const actor = await actors.actorOf(token);
      const isBarred = actor !== null && (await admission.barOf(actor, null)) !== null;
      return isBarred ? { ...actor, organizationId: null, grants: [] } : actor;
    },
    /** What bars somebody from an organization just now; without an address, by where the session was seen last. */
    barOf: (actor: SessionActor, address: string | null): Promise<ErrorCode | null> => admission.barOf(actor, address),
    /** The member behind a session as it is now, for what outlives a call; null when the session ended, is barred, or its person left. */
    memberOf: async (claims: { sessionId: string; organizationId: string }): Promise<MemberActor | null> => {
      const member = (await parts.keys.memberOf(claims)) ?? (await actors.memberOf(claims));
      return member && (await admission.barOf(member, null)) === null ? member : null;
    },
    /** Where a person is signed in; to a session that a provider opened only what that provider opened. */
    list: async (actor: SessionActor): Promise<origins.OwnSessionRow[]> => {
      const [rows, origin] = await Promise.all([origins.listSessions(database, actor.userId, clock()), origins.findOrigin(database, actor.sessionId)]);
      return origin?.authProviderId ? rows.filter(({ authProviderId }) => authProviderId === origin.authProviderId) : rows;
    },
    /** Ends sessions of a person wherever they are open; answers how many. */
    endSessions: async (userId: string, which: { only?: string; except?: string | null } = {}): Promise<number> => {
      const ended = await origins.deleteSessions(database.global, userId, which);
      announceEnd(ended, true);
      return ended.length;
    },
    endProviderSessions: async (userId: string, authProviderId: string): Promise<void> =>
      announceEnd(await origins.deleteProviderSessions(database.global, userId, authProviderId), true),
    /** After a change of what protects the account: tokens from before end, the session goes on with this one. */
    replaceTokens: (sessionId: string): Promise<string | null> => repository.replaceRefreshTokens(database, sessionId, clock()),
    markMfa: (sessionId: string): Promise<void> => origins.markMfa(database.global, sessionId, new Date(clock())),
    /** Throws for sessions of a provider that may not speak for the whole account: its organization could have made the sign-in up. */
    requireOwnAccount: async (actor: SessionActor): Promise<void> => {
      const origin = await origins.findOrigin(database, actor.sessionId);
      if (!origin) throw new AppError('unauthenticated');
      if (origin.authProviderId === null) return;
      const identity = await origins.findIdentityOrigin(database, actor.userId, origin.authProviderId);
      if (identity.origin !== 'linked' && identity.hasOther) throw new AppError('sign_in_method_refused');
    },
  };
}
