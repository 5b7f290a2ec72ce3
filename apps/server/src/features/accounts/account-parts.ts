import type { AccessTokens } from '../../platform/auth/access-tokens.ts';
import type { AttemptLocks } from '../../platform/auth/attempt-locks.ts';
import type { SignInLocks } from '../../platform/auth/sign-in-locks.ts';
import type { PasswordAccounts } from '../../platform/auth/password-accounts.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Mails } from '../../platform/mail/mails.ts';
import type { MfaProof } from '../../platform/auth/mfa-proof.ts';
import type { SessionsService } from '../sessions/sessions.public.ts';

/** What the accounts need from the rest of the server. */
export interface AccountsDeps {
  database: Database;
  changes: Changes;
  accounts: PasswordAccounts;
  locks: AttemptLocks;
  signInLocks: SignInLocks;
  mails: Mails;
  mfa: MfaProof;
  tokens: AccessTokens;
  sessions: SessionsService;
  clock: Clock;
  isSignUpOpen: boolean;
  /** Address of this installation as people reach it; links lead there, whatever a request claims. */
  publicUrl: () => string;
  /** Ids of the cores that somebody may see. */
  visibleCoreIds: (actor: MemberActor) => Promise<string[]>;
}
