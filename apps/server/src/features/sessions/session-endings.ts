import { AppError } from '@sightline/contracts/shared/errors';
import type { SessionActor } from '../../platform/auth/actor.ts';
import type { AccountScope } from '../../platform/database/database.ts';
import * as origins from './session-origin.repository.ts';
import type { SessionsDeps } from './session-parts.ts';
import { replaceRefreshTokens } from './sessions.repository.ts';
import { sessionsEndedTopic } from '../../platform/auth/sessions-ended.ts';

/** The sessions of a person beside the one that calls: seen, ended, and made to prove more. */
export function createSessionEndings({ database, clock, bus }: Pick<SessionsDeps, 'database' | 'clock' | 'bus'>) {
  const announceEnd = (sessionIds: readonly string[], isForced: boolean): void => {
    for (const sessionId of sessionIds) bus.publish(sessionsEndedTopic, { sessionId, isForced });
  };
  /** False for sessions of a provider that may not speak for the whole account: its organization could have made the sign-in up. */
  const ownsAccount = async (actor: SessionActor): Promise<boolean> => {
    const origin = await origins.findOrigin(database, actor.sessionId);
    if (!origin) throw new AppError('unauthenticated');
    if (origin.authProviderId === null) return true;
    const identity = await origins.findIdentityOrigin(database, actor.userId, origin.authProviderId);
    return identity.origin === 'linked' || !identity.hasOther;
  };
  return {
    /** `isForced`: not by the person in that browser; the screen says so. */
    endSession: async (sessionId: string, isForced: boolean): Promise<void> => {
      const origin = await origins.findOrigin(database, sessionId);
      if (origin)
        announceEnd(await origins.deleteSessions(database.global, origin.userId, { only: sessionId }), isForced);
    },
    /** Where a person is signed in; to a session that a provider opened only what that provider opened. */
    list: async (actor: SessionActor): Promise<origins.OwnSessionRow[]> => {
      const [rows, origin] = await Promise.all([
        origins.listSessions(database, actor.userId, clock()),
        origins.findOrigin(database, actor.sessionId),
      ]);
      return origin?.authProviderId
        ? rows.filter(({ authProviderId }) => authProviderId === origin.authProviderId)
        : rows;
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
    replaceTokens: (sessionId: string): Promise<string | null> => replaceRefreshTokens(database, sessionId, clock()),
    markMfa: (sessionId: string): Promise<void> => origins.markMfa(database.global, sessionId, new Date(clock())),
    /** With the last second factor goes what sessions have shown of it. */
    forgetMfa: (scope: AccountScope, userId: string): Promise<void> => origins.forgetMfa(scope, userId),
    ownsAccount,
    /** Throws for sessions of a provider that may not speak for the whole account. */
    requireOwnAccount: async (actor: SessionActor): Promise<void> => {
      if (!(await ownsAccount(actor))) throw new AppError('sign_in_method_refused');
    },
  };
}
