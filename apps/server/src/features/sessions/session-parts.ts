import type { Session } from '@sightline/contracts/sessions/session';
import type { AccessTokens } from '../../platform/auth/access-tokens.ts';
import type { SignInLocks } from '../../platform/auth/sign-in-locks.ts';
import type { PasswordAccounts } from '../../platform/auth/password-accounts.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { MfaProof } from '../../platform/auth/mfa-proof.ts';

/** What the sessions need from the rest of the server. */
export interface SessionsDeps {
  database: Database;
  changes: Changes;
  accounts: PasswordAccounts;
  tokens: AccessTokens;
  signInLocks: SignInLocks;
  mfa: MfaProof;
  bus: Bus;
  clock: Clock;
  /** Programs that call with a key instead of a session. */
  keys: {
    /** True for what wants to be a key, right or wrong. */
    looksLikeKey(token: string): boolean;
    callerOf(token: string): Promise<MemberActor | null>;
    memberOf(claims: { sessionId: string; organizationId: string }): Promise<MemberActor | null>;
  };
  /** Wrong passwords from one address, whatever the accounts. */
  signInAttemptsPerMinute: number;
  isDevelopment: boolean;
  /** For what is written beside an answer. */
  onError(error: unknown): void;
}

/** Where somebody signs in from. */
export interface SessionClient {
  address: string;
  userAgent: string | null;
}

/** A session and the refresh token that goes into the cookie. */
export interface OpenedSession {
  session: Session;
  refreshToken: string;
  /** By the password of the account, and not by somebody's word for the person. */
  isByPassword?: boolean;
}
