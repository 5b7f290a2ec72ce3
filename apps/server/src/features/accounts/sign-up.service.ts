import type { AccountScope } from '../../platform/database/database.ts';
import type { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import type { CallInput } from '@sightline/contracts/shared/call';
import { AppError } from '@sightline/contracts/shared/errors';
import { requireGoodPassword } from '../../platform/auth/new-password.ts';
import { isDuplicate } from '../../platform/database/database.ts';
import { createAttemptLimiter, lineOf } from '../../platform/auth/attempt-limiter.ts';
import type { SignInOrigin } from '../../platform/auth/sign-in-locks.ts';
import type { Account } from '../../platform/auth/password-accounts.ts';
import { signInUrlOf } from '../auth-providers/auth-providers.public.ts';
import type { ChangeAccount } from './account-changes.ts';
import { addLink, endLinks, findLink, takeLink, type LinkKind } from './account-links.repository.ts';
import { accountMail } from './account-mails.ts';
import type { AccountsDeps } from './account-parts.ts';
import * as repository from './accounts.repository.ts';
import { proveAddress } from './first-proof.repository.ts';

const requestsPerMinute = 20;
/** To one address within 15 minutes, from whatever lines they were asked for; ten of each line. */
const mailsOfAll = 50;
/** Every answer takes at least this long, so that its time tells nothing of what was found. */
const answerAfterMs = 400;

type SignUp = CallInput<typeof accountsCalls.signUp>['body'];
/** Waits for the work and for the time that it may always take. */
async function inSteadyTime<T>(work: Promise<T>): Promise<T> {
  const pause = new Promise<void>((resolve) => setTimeout(resolve, answerAfterMs));
  const [done] = await Promise.allSettled([work, pause]);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}

type SignUpDeps = AccountsDeps & { change: ChangeAccount };

async function readerOf(scope: AccountScope, account: Account) {
  const profile = await repository.findProfile(scope, account.id);
  return {
    email: account.email,
    lang: profile?.settings.lang ?? 'en',
    name: profile?.firstName ?? account.name,
  } as const;
}

async function mailLink(
  deps: SignUpDeps,
  scope: AccountScope,
  { account, kind }: { account: Account; kind: 'verify' | 'reset' },
): Promise<void> {
  // Two that are open at once would let the older one confirm what the newer one replaced.
  await endLinks(scope, account.id, ['verify']);
  const token = await addLink(scope, { userId: account.id, kind, email: account.email }, deps.clock());
  const page = kind === 'verify' ? '/email-verification' : '/auth/reset-password';
  const reader = await readerOf(scope, account);
  // A form mails nobody's words to addresses that are not proven to be its writer's.
  const to = account.isEmailVerified ? reader : { ...reader, name: reader.email };
  // Whoever signs in elsewhere may have no password to forget, and finds the way there again in the mail.
  const providers = kind === 'reset' ? await repository.listUsableProviders(scope, account.id) : [];
  const ways = providers.map(({ id, name }) => ({ name, url: signInUrlOf(deps.publicUrl(), id) }));
  await deps.mails.queue(scope, accountMail(kind, to, { url: `${deps.publicUrl()}${page}?token=${token}`, ways }));
}

async function signUpNow(deps: SignUpDeps, input: SignUp): Promise<void> {
  const { database, accounts, mails, clock } = deps;
  const passwordHash = await accounts.hash(input.password);
  const name = `${input.firstName} ${input.lastName}`.trim();
  await database.global.transaction().execute(async (trx) => {
    const made = await accounts.insert(trx, { name, email: input.email, passwordHash, isEmailVerified: false });
    const account = made ?? (await accounts.findByEmail(trx, input.email));
    if (!account) throw new Error('an account disappeared while it was made');
    if (account.isEmailVerified) {
      await mails.queue(
        trx,
        accountMail('signUpKnown', await readerOf(trx, account), { url: `${deps.publicUrl()}/auth/login` }),
      );
      return;
    }
    // Whoever asked first or asks now, only the reader of this mailbox says what the password is; a provider's account stays as it is.
    if (!made) {
      await repository.dropTypedPassword(trx, account.id);
      await mailLink(deps, trx, { account, kind: 'reset' });
      return;
    }
    const now = new Date(clock());
    await repository.updatePerson(trx, account.id, { firstName: input.firstName, lastName: input.lastName, now });
    await repository.mergeSettings(trx, account.id, { change: { lang: input.lang }, now });
    await mailLink(deps, trx, { account, kind: 'verify' });
  });
}

async function ifFound(
  { database, accounts }: SignUpDeps,
  email: string,
  work: (trx: AccountScope, account: Account) => Promise<void>,
): Promise<void> {
  await database.global.transaction().execute(async (trx) => {
    const account = await accounts.findByEmail(trx, email);
    if (account) await work(trx, account);
  });
}

async function resetPassword(
  deps: SignUpDeps,
  input: { token: string; password: string },
  from: Omit<SignInOrigin, 'email'>,
): Promise<void> {
  const { database, accounts, mails, signInLocks, clock, sessions, change } = deps;
  // Looked at before it is used up: another password may follow.
  const followed = await findLink(database.global, input.token, { kinds: ['reset'], nowMs: clock() });
  requireGoodPassword(input.password, followed?.email ?? '');
  const passwordHash = await accounts.hash(input.password);
  const link = await takeLink(database.global, input.token, { kinds: ['reset'], nowMs: clock() });
  if (!link) throw new AppError('link_invalid');
  const { userId, email } = link;
  await change(
    { userId, by: { userId, sessionId: null, address: from.address }, action: 'account.resetPassword' },
    async (trx) => {
      await repository.lockAccount(trx, userId);
      // The address may have changed between asking and following; its old reader has no business here any more.
      if ((await repository.findProfile(trx, userId))?.email !== email) throw new AppError('link_invalid');
      await accounts.setPassword(trx, userId, passwordHash);
      // Whoever followed the link reads this address.
      await proveAddress(trx, userId);
      await endLinks(trx, userId, ['verify', 'reset', 'changeEmail']);
      const account = await accounts.findByEmail(trx, email);
      if (account) await mails.queue(trx, accountMail('passwordChanged', await readerOf(trx, account)));
    },
  );
  await sessions.endSessions(userId);
  await signInLocks.reset({ email, ...from });
}

/** Accounts before somebody is signed in: made, confirmed, and opened again by mail. Nothing tells whether an address has an account. */
export function createSignUpService(deps: SignUpDeps) {
  const { locks, clock, sessions } = deps;
  const perAddress = createAttemptLimiter(requestsPerMinute, clock);
  const linksPerAddress = createAttemptLimiter(requestsPerMinute, clock);
  /** Nobody's mailbox is flooded through us; counted alike for addresses that have no account. */
  const limitMails = async (email: string, address: string): Promise<void> => {
    // In this order: a stranger who goes on and on from one line takes nothing from the owner of the address.
    await locks.claim(`mail:${email} line ${lineOf(address)}`, 'rate_limited');
    await locks.claim(`mail:${email}`, 'rate_limited', mailsOfAll);
  };

  return {
    signUp: async (input: SignUp, address: string): Promise<{ email: string }> => {
      perAddress.take(address);
      // The first account is made by the set-up, which gives it the installation.
      if (!deps.isSignUpOpen || (await sessions.needsFirstAccount())) throw new AppError('sign_up_closed');
      requireGoodPassword(input.password, input.email);
      await limitMails(input.email, address);
      await inSteadyTime(signUpNow(deps, input));
      return { email: input.email };
    },
    sendVerification: async (email: string, address: string): Promise<void> => {
      perAddress.take(address);
      await limitMails(email, address);
      await inSteadyTime(
        ifFound(deps, email, async (trx, account) => {
          if (account.isEmailVerified) return;
          const isTyped = repository.hasPassword(await repository.listIdentities(trx, account.id));
          await mailLink(deps, trx, { account, kind: isTyped ? 'verify' : 'reset' });
        }),
      );
    },
    requestPasswordReset: async (email: string, address: string): Promise<void> => {
      perAddress.take(address);
      await limitMails(email, address);
      await inSteadyTime(ifFound(deps, email, (trx, account) => mailLink(deps, trx, { account, kind: 'reset' })));
    },
    verifyEmail: async (token: string, address: string): Promise<{ email: string }> => {
      linksPerAddress.take(address);
      return verifyEmail(deps, token, address);
    },
    resetPassword: async (
      input: { token: string; password: string },
      from: Omit<SignInOrigin, 'email'>,
    ): Promise<void> => {
      linksPerAddress.take(from.address);
      await resetPassword(deps, input, from);
    },
  };
}

async function verifyEmail(
  { database, clock, change }: SignUpDeps,
  token: string,
  address: string,
): Promise<{ email: string }> {
  const link = await takeLink(database.global, token, { kinds: ['verify', 'changeEmail'], nowMs: clock() });
  if (!link) throw new AppError('link_invalid');
  const { userId, kind, email } = link;
  const action = kind === 'verify' ? 'account.verifyEmail' : 'account.changeEmail';
  await change({ userId, by: { userId, sessionId: null, address }, action, data: { email } }, (trx) =>
    useAddress(trx, link),
  );
  return { email };
}

async function useAddress(trx: AccountScope, link: { userId: string; kind: LinkKind; email: string }): Promise<void> {
  const profile = await repository.findProfile(trx, link.userId);
  if (link.kind === 'verify') {
    if (profile?.email !== link.email) throw new AppError('link_invalid');
    await proveAddress(trx, link.userId);
    return;
  }
  try {
    await repository.setEmail(trx, link.userId, link.email);
  } catch (error) {
    // Somebody else proved this address meanwhile.
    if (isDuplicate(error)) throw new AppError('link_invalid', {}, { cause: error });
    throw error;
  }
  // Those of the old address must not open the account any more.
  await endLinks(trx, link.userId, ['verify', 'reset', 'changeEmail']);
}
