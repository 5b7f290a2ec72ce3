import type { OwnSession } from '@sightline/contracts/accounts/account';
import { AppError } from '@sightline/contracts/shared/errors';
import { requireGoodPassword } from '../../platform/auth/new-password.ts';
import { passwordProvider } from '../../platform/auth/password-accounts.ts';
import type { SessionActor } from '../../platform/auth/actor.ts';
import { createAttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import { organizationsWithWayIn } from '../auth-providers/auth-providers.public.ts';
import type { ChangeAccount } from './account-changes.ts';
import { addLink, endLinks } from './account-links.repository.ts';
import { accountMail } from './account-mails.ts';
import type { AccountsDeps } from './account-parts.ts';
import { presentSession } from './accounts.presenter.ts';
import * as repository from './accounts.repository.ts';

const mailsPerMinute = 5;

type ProtectionDeps = AccountsDeps & { change: ChangeAccount };

/** To whom mails about the account go, and in which language. */
async function readerOf({ database }: Pick<AccountsDeps, 'database'>, actor: SessionActor) {
  const profile = await repository.findProfile(database.global, actor.userId);
  if (!profile) throw new AppError('unauthenticated');
  return { email: profile.email, lang: profile.settings.lang ?? 'en', name: profile.firstName } as const;
}

/** Guessing at a session that was left open is counted, but locks nobody out at the door. */
async function requirePassword(
  { signInLocks, accounts }: Pick<AccountsDeps, 'signInLocks' | 'accounts'>,
  email: string,
  password: string,
): Promise<void> {
  await signInLocks.claimInside(email);
  if (!(await accounts.check({ email, password }))) throw new AppError('password_wrong');
  await signInLocks.forgiveInside(email);
}

async function requestEmail(deps: ProtectionDeps, actor: SessionActor, email: string): Promise<void> {
  const { accounts, mails, clock } = deps;
  const reader = await readerOf(deps, actor);
  await deps.change(
    { userId: actor.userId, by: actor, action: 'account.requestEmailChange', data: { email } },
    async (place) => {
      const token = await addLink(place, { userId: actor.userId, kind: 'changeEmail', email }, clock());
      const url = `${deps.publicUrl()}/email-verification?token=${token}`;
      const owner = await accounts.findByEmail(place, email);
      // Whether the address is taken is for its owner to know: asking looks the same from here.
      if (owner) {
        const lang = await repository.findLanguage(place, owner.id);
        await mails.queue(place, accountMail('emailTaken', { email: owner.email, lang, name: owner.name }));
        return;
      }
      // Whose address this is nobody knows yet: the name of who typed it could be any words.
      await mails.queue(place, accountMail('changeEmail', { ...reader, email, name: email }, { url, email }));
      await mails.queue(place, accountMail('changeEmailTold', reader, { email }));
    },
  );
}

/** Proof that whoever acts is the owner of the account, for changes that a session left open must not allow. */
export function createAccountProof(deps: Pick<AccountsDeps, 'database' | 'signInLocks' | 'accounts'>) {
  return {
    readerOf: (actor: SessionActor) => readerOf(deps, actor),
    /** Throws `password_wrong`; accounts without a password have nothing to show. */
    confirmPassword: async (actor: SessionActor, password: string | undefined): Promise<void> => {
      if (!repository.hasPassword(await repository.listIdentities(deps.database.global, actor.userId))) return;
      if (password === undefined) throw new AppError('password_wrong');
      await requirePassword(deps, (await readerOf(deps, actor)).email, password);
    },
  };
}

/** What protects an account: its address and its password. */
export function createProtectionService(deps: ProtectionDeps) {
  const { accounts, mails, clock, sessions, change } = deps;
  const perPerson = createAttemptLimiter(mailsPerMinute, clock);
  return {
    ...createAccountProof(deps),
    changeEmail: async (actor: SessionActor, input: { email: string; password: string }): Promise<void> => {
      await sessions.requireOwnAccount(actor);
      perPerson.take(actor.userId);
      await requirePassword(deps, (await readerOf(deps, actor)).email, input.password);
      await requestEmail(deps, actor, input.email);
    },
    /** Answers the refresh token with which the session goes on; all others of the account have ended. */
    changePassword: async (
      actor: SessionActor,
      input: { currentPassword: string; newPassword: string },
    ): Promise<string | null> => {
      await sessions.requireOwnAccount(actor);
      const reader = await readerOf(deps, actor);
      requireGoodPassword(input.newPassword, reader.email);
      await requirePassword(deps, reader.email, input.currentPassword);
      const passwordHash = await accounts.hash(input.newPassword);
      await change({ userId: actor.userId, by: actor, action: 'account.changePassword' }, async (place) => {
        await accounts.setPassword(place, actor.userId, passwordHash);
        await endLinks(place, actor.userId, ['reset', 'changeEmail']);
        await mails.queue(place, accountMail('passwordChanged', reader));
      });
      await sessions.endSessions(actor.userId, { except: actor.sessionId });
      return sessions.replaceTokens(actor.sessionId);
    },
  };
}

/** Where and how a person is signed in: sessions, and ways of signing in. */
export function createSignedInService({ database, sessions, change }: ProtectionDeps) {
  return {
    listSessions: async (actor: SessionActor): Promise<OwnSession[]> =>
      (await sessions.list(actor)).map((row) => presentSession(row, actor.sessionId)),
    endSession: async (actor: SessionActor, sessionId: string): Promise<void> => {
      if (sessionId !== actor.sessionId) await sessions.requireOwnAccount(actor);
      if ((await sessions.endSessions(actor.userId, { only: sessionId })) === 0) throw new AppError('not_found');
      await change({ userId: actor.userId, by: actor, action: 'account.endSession' }, async () => undefined);
    },
    endOtherSessions: async (actor: SessionActor): Promise<number> => {
      await sessions.requireOwnAccount(actor);
      const ended = await sessions.endSessions(actor.userId, { except: actor.sessionId });
      await change(
        { userId: actor.userId, by: actor, action: 'account.endOtherSessions', data: { ended } },
        async () => undefined,
      );
      return ended;
    },
    removeIdentity: async (actor: SessionActor, id: string): Promise<void> => {
      await sessions.requireOwnAccount(actor);
      const removed = await change(
        { userId: actor.userId, by: actor, action: 'account.removeIdentity', data: { id } },
        async (place) => {
          // Two tabs that each remove one of two must not both succeed.
          await repository.lockAccount(place, actor.userId);
          const identities = await repository.listIdentities(place, actor.userId);
          if (!identities.some((identity) => identity.id === id)) throw new AppError('not_found');
          if (identities.length === 1) throw new AppError('last_identity');
          const organizationIds = await repository.listOrganizationIds(database, actor.userId);
          const open = await organizationsWithWayIn(place, organizationIds);
          const provider = await repository.deleteIdentity(place, actor.userId, id);
          // An organization that takes one way of signing in only must keep an administrator who has it.
          if ((await organizationsWithWayIn(place, open)).length < open.length)
            throw new AppError('last_administrator');
          return provider;
        },
      );
      if (removed !== null && removed !== passwordProvider) await sessions.endProviderSessions(actor.userId, removed);
    },
  };
}
