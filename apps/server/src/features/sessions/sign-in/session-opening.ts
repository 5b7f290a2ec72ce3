import { AppError } from '@sightline/contracts/shared/errors';
import { createAttemptLimiter } from '../../../platform/auth/attempt-limiter.ts';
import { addChallenge, endChallenge, tryChallenge, type WaitingSignIn } from './mfa-challenges.repository.ts';
import type { Admission } from './session-admission.ts';
import { organizationsOf, type DescribeSession } from '../session-description.ts';
import { insertSession } from '../session-origin.repository.ts';
import type { OpenedSession, SessionClient, SessionsDeps } from '../session-parts.ts';
import { addRefreshToken } from '../sessions.repository.ts';
import { createSignInAudit, type SignInAudit } from './sign-in-audit.ts';

interface OpeningDeps extends SessionsDeps {
  admission: Admission;
  describe: DescribeSession;
}

/** A first factor that was right: of whom, and by which way. */
export interface ProvenPerson extends WaitingSignIn {
  /** Organization to begin in, when it admits the session. */
  organizationId?: string | null;
}

const codesPerMinute = 30;

/** Finds the organization to begin in; a refusal stands in the audit of those that refuse. */
const chooser =
  ({ database, admission }: OpeningDeps, audit: SignInAudit) =>
  async (person: ProvenPerson, client: SessionClient): Promise<string | null> => {
    const { authProviderId, providerOrganizationId } = person;
    const organizations = await organizationsOf(database, person.userId);
    try {
      return await admission.choose({
        organizationIds: organizations.map(({ organizationId }) => organizationId),
        wanted: person.organizationId ?? providerOrganizationId,
        origin: { authProviderId, providerOrganizationId, mfaAt: null },
        address: client.address,
      });
    } catch (error) {
      if (error instanceof AppError) await audit.refuse(person, client, error.code);
      throw error;
    }
  };

/** Opens sessions for people whose first factor was right. */
function createOpener(deps: OpeningDeps, audit: SignInAudit) {
  const { database, mfa, clock, describe } = deps;
  const chooseFor = chooser(deps, audit);

  const openNow = async (person: ProvenPerson, client: SessionClient, mfaAt: Date | null): Promise<OpenedSession> => {
    const { userId, authProviderId, providerOrganizationId } = person;
    const organizationId = await chooseFor(person, client);
    const nowMs = clock();
    const { sessionId, refreshToken } = await database.global.transaction().execute(async (trx) => {
      const made = await insertSession(trx, {
        userId,
        authProviderId,
        providerOrganizationId,
        mfaAt,
        ...client,
        nowMs,
      });
      return { sessionId: made, refreshToken: await addRefreshToken(trx, { sessionId: made, organizationId, nowMs }) };
    });
    const organizationIds = organizationId === null ? [] : [organizationId];
    await audit.notify(userId, 'session.signIn', {
      organizationIds,
      sessionId,
      data: { ...client, authProviderId, hasSecondFactor: mfaAt !== null },
    });
    return {
      refreshToken,
      session: await describe({ sessionId, userId, organizationId }),
      isByPassword: authProviderId === null,
    };
  };

  /** Opens a session for somebody whose first factor was right; throws `mfa_required` with a challenge when there is a second. */
  const open = async (person: ProvenPerson, client: SessionClient): Promise<OpenedSession> => {
    if (!(await mfa.isNeeded(person.userId))) return openNow(person, client, null);
    await chooseFor(person, client);
    const { userId, authProviderId, providerOrganizationId } = person;
    throw new AppError('mfa_required', {
      challenge: await addChallenge(database, { userId, authProviderId, providerOrganizationId }, clock()),
    });
  };

  return { open, openNow };
}

/** For people whose passkey was looked at: it is both factors. */
function createPasskeyOpening(
  { database, clock }: OpeningDeps,
  { audit, openNow }: { audit: SignInAudit; openNow: ReturnType<typeof createOpener>['openNow'] },
) {
  return {
    /** With a challenge it finishes the sign-in that waits for its second factor. */
    byPasskey: async (
      { userId, challenge }: { userId: string; challenge?: string | undefined },
      client: SessionClient,
    ): Promise<OpenedSession> => {
      const mfaAt = new Date(clock());
      if (challenge === undefined)
        return openNow({ userId, authProviderId: null, providerOrganizationId: null }, client, mfaAt);
      const waiting = await tryChallenge(database, challenge, clock());
      if (waiting?.userId !== userId || !(await endChallenge(database, challenge)))
        throw new AppError('mfa_challenge_ended');
      return openNow(waiting, client, mfaAt);
    },
    /** A passkey of the person that was not accepted stands in the audit. */
    noteRefusedPasskey: (userId: string, client: SessionClient): Promise<void> =>
      audit.refuse({ userId, authProviderId: null, providerOrganizationId: null }, client, 'passkey_refused'),
  };
}

/** Ways in: password, provider, second factor. */
export function createSessionOpening(deps: OpeningDeps) {
  const { database, accounts, signInLocks, mfa, clock } = deps;
  const perAddress = createAttemptLimiter(deps.signInAttemptsPerMinute * 3, clock);
  const codesPerAddress = createAttemptLimiter(codesPerMinute, clock);
  const audit = createSignInAudit(deps);
  const { open, openNow } = createOpener(deps, audit);
  return {
    open,
    /** `device`: what the browser carries of the accounts that were opened there. */
    byPassword: async (
      input: { email: string; password: string; device?: string | undefined },
      client: SessionClient,
    ): Promise<OpenedSession> => {
      const email = input.email.trim().toLowerCase();
      perAddress.take(client.address);
      const place = { email, address: client.address, device: input.device };
      await signInLocks.claim(place);
      const account = await accounts.check({ email, password: input.password });
      if (!account) {
        const known = await accounts.findByEmail(database.global, email);
        if (known)
          void audit
            .refuse({ userId: known.id, authProviderId: null, providerOrganizationId: null }, client, 'sign_in_refused')
            .catch(deps.onError);
        throw new AppError('sign_in_refused');
      }
      await signInLocks.opened(place);
      // Not forgiven: who has an account of the own here could else go on guessing those of others.
      perAddress.refund(client.address);
      if (!account.isEmailVerified) throw new AppError('email_unverified', { email: account.email });
      return open({ userId: account.id, authProviderId: null, providerOrganizationId: null }, client);
    },
    ...createPasskeyOpening(deps, { audit, openNow }),
    byCode: async (input: { challenge: string; code: string }, client: SessionClient): Promise<OpenedSession> => {
      codesPerAddress.take(client.address);
      const waiting = await tryChallenge(database, input.challenge, clock());
      if (!waiting) throw new AppError('mfa_challenge_ended');
      if (!(await mfa.prove(waiting.userId, input.code))) {
        await audit.refuse(waiting, client, 'mfa_code_wrong');
        throw new AppError('mfa_code_wrong');
      }
      if (!(await endChallenge(database, input.challenge))) throw new AppError('mfa_challenge_ended');
      codesPerAddress.refund(client.address);
      return openNow(waiting, client, new Date(clock()));
    },
  };
}
