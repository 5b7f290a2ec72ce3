import type { ColumnType, Generated } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface MailRow {
  id: string;
  /** Null once it was sent. */
  sealed: Buffer | null;
  createdAt: Generated<Date>;
  dueAt: Date;
  attempts: Defaulted<number>;
  sentAt: Defaulted<Date | null>;
  failedAt: Defaulted<Date | null>;
  lastFailure: Defaulted<string | null>;
}

interface AccountLinkRow {
  tokenHash: Buffer;
  userId: string;
  kind: 'verify' | 'reset' | 'changeEmail';
  email: string;
  createdAt: Date;
  expiresAt: Date;
}

interface FailureRow {
  keyHash: Buffer;
  count: number;
  since: Date;
  lockedUntil: Defaulted<Date | null>;
}

interface MfaMethodRow {
  id: string;
  userId: string;
  name: string;
  sealed: Buffer;
  lastCounter: Defaulted<number>;
  createdAt: Date;
  verifiedAt: Defaulted<Date | null>;
  lastUsedAt: Defaulted<Date | null>;
}

interface MfaChallengeRow {
  tokenHash: Buffer;
  userId: string;
  authProviderId: string | null;
  providerOrganizationId: string | null;
  wrong: Defaulted<number>;
  expiresAt: Date;
}

interface MediaTokenRow {
  userId: string;
  organizationId: string;
  kind: string;
  expiresAt: Date;
}

interface ApiKeyRow {
  organizationId: string;
  id: string;
  name: string;
  prefix: string;
  secretHash: Buffer;
  scopes: string[];
  createdBy: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Defaulted<Date | null>;
}

/** One allowed network as it lies in the database. */
export interface StoredFirewallRule {
  id: string;
  cidr: string;
  note: string;
  createdAt: number;
}

interface LoginFirewallRow {
  organizationId: string;
  isEnabled: boolean;
  rules: ColumnType<StoredFirewallRule[], string | undefined, string>;
  breakGlassUntil: Defaulted<Date | null>;
  revision: Defaulted<number>;
}

/** Tables of signing in: links, second factors, keys, firewalls, and the mails that carry the links. */
export interface SignInSchema {
  mails: MailRow;
  apiKeys: ApiKeyRow;
  apiKeyDirectory: { prefix: string; organizationId: string; id: string };
  loginFirewalls: LoginFirewallRow;
  'auth.accountLinks': AccountLinkRow;
  'auth.failures': FailureRow;
  'auth.mfaMethods': MfaMethodRow;
  'auth.mfaBackupCodes': { userId: string; codeHash: Buffer };
  'auth.mfaChallenges': MfaChallengeRow;
  'auth.mediaTokens': MediaTokenRow;
}
