import type { PasskeyCeremony } from '@sightline/contracts/passkeys/passkey';
import { AppError } from '@sightline/contracts/shared/errors';
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
} from '@simplewebauthn/server';
import { createAttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import type { OpenedSession, SessionClient } from '../sessions/sessions.public.ts';
import * as repository from './passkeys.repository.ts';
import type { PasskeysDeps } from './passkeys.service.ts';
import { requireRelyingParty } from './relying-party.ts';

const attemptsPerMinute = 30;

/** What a browser brings to sign in. */
export interface PasskeyAnswer {
  ceremony: string;
  response: Record<string, unknown>;
  /** Of a sign-in whose first factor was right. */
  challenge?: string | undefined;
}

/** Signing in by a passkey: what the person has, opened by what they are or know. */
export function createPasskeySignIn(deps: Omit<PasskeysDeps, 'change' | 'confirmPassword' | 'readerOf' | 'mails'>) {
  const { database, clock, sessions } = deps;
  const begun = createAttemptLimiter(attemptsPerMinute, clock);
  const tried = createAttemptLimiter(attemptsPerMinute, clock);
  return {
    /** Everybody is asked the same: no list of keys tells who has an account. */
    begin: async ({ address }: SessionClient): Promise<PasskeyCeremony> => {
      const party = requireRelyingParty(deps.serverUrl());
      begun.take(address);
      const options = await generateAuthenticationOptions({ rpID: party.id, userVerification: 'required' });
      const question = { userId: null, challenge: options.challenge };
      const ceremony = await repository.addCeremony(database.global, question, clock());
      return { ceremony, options: { ...options } };
    },
    finish: async (answer: PasskeyAnswer, client: SessionClient): Promise<OpenedSession> => {
      tried.take(client.address);
      const userId = await ownerOf(deps, answer, client);
      const opened = await sessions.openByPasskey({ userId, challenge: answer.challenge }, client);
      tried.refund(client.address);
      return opened;
    },
  };
}

/** Whose key it is that answered; throws `passkey_refused`, which says nothing of why. */
async function ownerOf(
  deps: Pick<PasskeysDeps, 'database' | 'clock' | 'serverUrl' | 'sessions' | 'onError'>,
  { ceremony, response }: PasskeyAnswer,
  client: SessionClient,
): Promise<string> {
  const { database, clock } = deps;
  const party = requireRelyingParty(deps.serverUrl());
  const expected = await repository.takeCeremony(database.global, { token: ceremony, userId: null }, clock());
  const row =
    typeof response['id'] === 'string' ? await repository.findByCredential(database.global, response['id']) : undefined;
  if (expected === undefined || !row) throw new AppError('passkey_refused');
  const counter = Number(row.counter);
  const refuse = (cause?: unknown): never => {
    void deps.sessions.noteRefusedPasskey(row.userId, client).catch(deps.onError);
    throw new AppError('passkey_refused', {}, { cause });
  };
  const found = await verifyAuthenticationResponse({
    // Its shape is the library's to check: it throws for what it can't read.
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: expected,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id: row.credentialId, publicKey: new Uint8Array(row.publicKey), counter },
  }).catch(refuse);
  if (!found.verified) refuse();
  const used = { id: row.id, before: counter, counter: found.authenticationInfo.newCounter, at: new Date(clock()) };
  if (!(await repository.notePasskeyUse(database.global, used))) refuse();
  return row.userId;
}
