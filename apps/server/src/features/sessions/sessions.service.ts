import type { Session } from '@sightline/contracts/sessions/session';
import { AppError } from '@sightline/contracts/shared/errors';
import { requireGoodPassword } from '../../platform/auth/new-password.ts';
import type { SessionActor } from '../../platform/auth/actor.ts';
import { createSessionActors } from './callers/session-actor.ts';
import { createAdmission } from './sign-in/session-admission.ts';
import { createSessionCallers } from './callers/session-callers.ts';
import { createSessionDescription } from './session-description.ts';
import { createSessionEndings } from './session-endings.ts';
import { createSessionOpening } from './sign-in/session-opening.ts';
import type { OpenedSession, SessionClient, SessionsDeps } from './session-parts.ts';
import { createSessionRenewal } from './session-renewal.ts';
import { createSessionSwitch } from './session-switch.ts';
import * as repository from './sessions.repository.ts';
import { createSignInRules } from './sign-in/sign-in-rules.ts';

/** Sign-in, rotation of refresh tokens and the question who is calling. */
export type SessionsService = ReturnType<typeof createSessionsService>;

/** Sessions of people: opened by password or provider, kept by a rotating token, asked for at every call. */
export function createSessionsService(deps: SessionsDeps) {
  const { database, clock, bus } = deps;
  const actors = createSessionActors(deps);
  const admission = createAdmission({ database, clock, rules: createSignInRules({ database, bus }) });
  const describe = createSessionDescription({ database, tokens: deps.tokens, actors, admission });
  const opening = createSessionOpening({ ...deps, admission, describe });
  const endings = createSessionEndings(deps);
  const renew = createSessionRenewal({
    database,
    clock,
    admission,
    describe,
    end: (sessionId) => endings.endSession(sessionId, true),
  });

  return {
    ...createSessionCallers({ keys: deps.keys, actors, admission }),
    ...endings,
    signIn: opening.byPassword,
    answerChallenge: opening.byCode,
    open: opening.open,
    openByPasskey: opening.byPasskey,
    noteRefusedPasskey: opening.noteRefusedPasskey,
    needsFirstAccount: async (): Promise<boolean> => !(await repository.hasAccounts(database)),
    createFirstAccount: async (
      input: { name: string; email: string; password: string },
      client: SessionClient,
    ): Promise<OpenedSession> => {
      await makeFirstAccount(deps, input);
      return opening.byPassword(input, client);
    },
    refresh: renew,
    /** The session that a refresh token belongs to; null when there is none. */
    sessionOfToken: async (
      token: string,
    ): Promise<{ sessionId: string; userId: string; organizationId: string | null } | null> =>
      repository.peekRefreshToken(database, token, clock()),
    signOut: async (
      session: { sessionId: string; userId: string; organizationId: string | null },
      address: string,
    ): Promise<void> => {
      await noteSignOut(deps, session, address);
      await endings.endSession(session.sessionId, false);
    },
    current: async ({ sessionId, userId, organizationId, barredBy }: SessionActor): Promise<Session> => {
      if (barredBy === 'firewall_refused' || barredBy === 'sign_in_method_refused') throw new AppError(barredBy);
      return describe({ sessionId, userId, organizationId });
    },
    switchOrganization: createSessionSwitch({ ...deps, actors, admission, describe }),
  };
}

/** The account that looks after the installation; there is one only while nobody has any. */
async function makeFirstAccount(
  { database, accounts }: SessionsDeps,
  input: { name: string; email: string; password: string },
): Promise<void> {
  requireGoodPassword(input.password, input.email);
  const refuseSecond = async (): Promise<void> => {
    if (await repository.hasAccounts(database)) throw new AppError('setup_already_done');
  };
  // Whoever waits to be alone keeps a connection: nobody may make a server wait for all of them once it is set up.
  await refuseSecond();
  await repository.whileAlone(database, async () => {
    await refuseSecond();
    const account = await accounts.create(input);
    await repository.makeInstallationAdministrator(database, account.id);
  });
}

async function noteSignOut(
  { changes }: SessionsDeps,
  { organizationId, userId, sessionId }: { sessionId: string; userId: string; organizationId: string | null },
  address: string,
): Promise<void> {
  if (organizationId === null) return;
  await changes.run({ organizationId, by: { userId, sessionId, address } }, ({ audit }) =>
    audit({ action: 'session.signOut', entityKind: 'user', entityId: userId }),
  );
}
