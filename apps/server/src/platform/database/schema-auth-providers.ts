import type { ColumnType, Generated } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface AuthProviderRow {
  organizationId: string;
  id: string;
  kind: 'oidc' | 'saml';
  name: string;
  isEnabled: boolean;
  domains: string[];
  admitsNewUsers: boolean;
  defaultGroupIds: string[];
  /** The `oidc` or `saml` part of the contract. */
  settings: ColumnType<unknown, string, string>;
  sealedSecret: Defaulted<Buffer | null>;
  isReachable: Defaulted<boolean | null>;
  checkedAt: Defaulted<Date | null>;
  failure: Defaulted<string | null>;
  createdAt: Generated<Date>;
  revision: Generated<number>;
}

interface AuthProviderDirectoryRow {
  id: string;
  organizationId: string;
  kind: 'oidc' | 'saml';
  name: string;
  isEnabled: boolean;
  domains: string[];
  /** Of `domains`, those that are proved. */
  provedDomains: Generated<string[]>;
}

interface DomainProofRow {
  organizationId: string;
  domain: string;
  provedAt: Date | null;
  checkedAt: Date;
  seenAt: Date | null;
  failure: 'record_missing' | 'dns_failed' | null;
}

interface ProviderRequestRow {
  stateHash: Buffer;
  browserHash: Buffer;
  providerId: string;
  organizationId: string;
  userId: string | null;
  sessionId: string | null;
  sealed: Buffer;
  redirectUrl: string;
  sealedPerson: Defaulted<Buffer | null>;
  createdAt: Date;
  expiresAt: Date;
  answeredAt: Defaulted<Date | null>;
  usedAt: Defaulted<Date | null>;
}

interface ProviderCodeRow {
  codeHash: Buffer;
  browserHash: Buffer;
  providerId: string;
  organizationId: string;
  userId: string;
  expiresAt: Date;
  usedAt: Defaulted<Date | null>;
}

/** Tables of signing in at other providers. */
export interface AuthProvidersSchema {
  authProviders: AuthProviderRow;
  authProviderDirectory: AuthProviderDirectoryRow;
  domainProofs: DomainProofRow;
  'auth.providerRequests': ProviderRequestRow;
  'auth.providerCodes': ProviderCodeRow;
  'auth.usedAssertions': { providerId: string; assertionHash: Buffer; expiresAt: Date };
}
