import type { Passkey, PasskeyCeremony } from '@sightline/contracts/passkeys/passkey';
import { AppError } from '@sightline/contracts/shared/errors';
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type AuthenticatorTransportFuture,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { SessionActor } from '../../platform/auth/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { AccountScope, Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Mails } from '../../platform/mail/mails.ts';
import { accountMail, type ChangeAccount } from '../accounts/accounts.public.ts';
import type { SessionsService } from '../sessions/sessions.public.ts';
import { presentPasskey } from './passkeys.presenter.ts';
import * as repository from './passkeys.repository.ts';
import { relyingPartyOf, requireRelyingParty } from './relying-party.ts';

const passkeysAtMost = 10;
const productName = 'Sightline';

/** What passkeys need from the rest of the server. */
export interface PasskeysDeps {
  database: Database;
  clock: Clock;
  mails: Mails;
  sessions: SessionsService;
  serverUrl: () => string;
  change: ChangeAccount;
  /** Throws `password_wrong`; accounts without a password pass. */
  confirmPassword(actor: SessionActor, password: string | undefined): Promise<void>;
  readerOf(actor: SessionActor): Promise<{ email: string; lang: 'en' | 'he'; name: string }>;
  onError(error: unknown): void;
}

type WithPassword = { password?: string | undefined };

/** Passkeys of the own account; signing in by one is in `passkey-sign-in.ts`. */
export type PasskeysService = ReturnType<typeof createPasskeysService>;

/** Passkeys are added and removed by whoever gives the password of the account again; the person is told by mail. */
export function createPasskeysService(deps: PasskeysDeps) {
  const { database, sessions, serverUrl } = deps;
  return {
    list: async ({ userId }: SessionActor): Promise<{ items: Passkey[]; isAvailable: boolean }> => ({
      items: (await repository.listPasskeys(database.global, userId)).map(presentPasskey),
      isAvailable: relyingPartyOf(serverUrl()) !== undefined,
    }),
    begin: (actor: SessionActor, input: WithPassword): Promise<PasskeyCeremony> => begin(deps, actor, input),
    create: (
      actor: SessionActor,
      input: { ceremony: string; name: string; response: Record<string, unknown> },
    ): Promise<Passkey> => create(deps, actor, input),
    rename: async (actor: SessionActor, id: string, name: string): Promise<Passkey> => {
      await sessions.requireOwnAccount(actor);
      const row = await repository.renamePasskey(database.global, { userId: actor.userId, id }, name);
      if (!row) throw new AppError('not_found');
      return presentPasskey(row);
    },
    remove: async (actor: SessionActor, id: string, { password }: WithPassword): Promise<void> => {
      await sessions.requireOwnAccount(actor);
      const own = await repository.listPasskeys(database.global, actor.userId);
      if (!own.some((passkey) => passkey.id === id)) throw new AppError('not_found');
      await deps.confirmPassword(actor, password);
      await audited(deps, { actor, action: 'passkey.remove' }, async (scope) => {
        if (!(await repository.deletePasskey(scope, { userId: actor.userId, id }))) throw new AppError('not_found');
      });
    },
  };
}

async function audited<T>(
  deps: PasskeysDeps,
  { actor, action }: { actor: SessionActor; action: 'passkey.add' | 'passkey.remove' },
  work: (scope: AccountScope) => Promise<T>,
): Promise<T> {
  const reader = await deps.readerOf(actor);
  return deps.change({ userId: actor.userId, by: actor, action }, async (scope) => {
    const result = await work(scope);
    await deps.mails.queue(scope, accountMail('passkeysChanged', reader));
    return result;
  });
}

async function begin(deps: PasskeysDeps, actor: SessionActor, { password }: WithPassword): Promise<PasskeyCeremony> {
  const { database, sessions, clock } = deps;
  const party = requireRelyingParty(deps.serverUrl());
  await sessions.requireOwnAccount(actor);
  await deps.confirmPassword(actor, password);
  const own = await repository.listPasskeys(database.global, actor.userId);
  if (own.length >= passkeysAtMost) throw new AppError('too_many', { limit: passkeysAtMost });
  const { email, name } = await deps.readerOf(actor);
  const options = await generateRegistrationOptions({
    rpName: productName,
    rpID: party.id,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(actor.userId),
    attestationType: 'none',
    // One that a device already keeps is not made there again.
    excludeCredentials: own.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransportFuture[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const question = { userId: actor.userId, challenge: options.challenge };
  const ceremony = await repository.addCeremony(database.global, question, clock());
  return { ceremony, options: { ...options } };
}

async function create(
  deps: PasskeysDeps,
  actor: SessionActor,
  input: { ceremony: string; name: string; response: Record<string, unknown> },
): Promise<Passkey> {
  const { database, sessions, clock } = deps;
  const party = requireRelyingParty(deps.serverUrl());
  await sessions.requireOwnAccount(actor);
  const asked = { token: input.ceremony, userId: actor.userId };
  const challenge = await repository.takeCeremony(database.global, asked, clock());
  if (challenge === undefined) throw new AppError('passkey_refused');
  const made = await verifyRegistrationResponse({
    // Its shape is the library's to check: it throws for what it can't read.
    response: input.response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw new AppError('passkey_refused', {}, { cause: error });
  });
  if (!made.verified) throw new AppError('passkey_refused');
  const { credential, credentialBackedUp: isSynced } = made.registrationInfo;
  const row = await audited(deps, { actor, action: 'passkey.add' }, async (scope) => {
    const own = await repository.listPasskeys(scope, actor.userId);
    if (own.length >= passkeysAtMost) throw new AppError('too_many', { limit: passkeysAtMost });
    return repository.insertPasskey(scope, {
      id: newId(),
      userId: actor.userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name: input.name,
      isSynced,
      createdAt: new Date(clock()),
    });
  });
  if (!row) throw new AppError('passkey_refused');
  return presentPasskey(row);
}
