import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface AuditRow {
  organizationId: string;
  id: string;
  at: Generated<Date>;
  userId: string | null;
  sessionId: string | null;
  action: string;
  entityKind: string;
  entityId: string | null;
  data: Json<unknown>;
  address: Defaulted<string | null>;
  viaOrganizationId: Defaulted<string | null>;
  viaOrganizationName: Defaulted<string | null>;
  apiKeyId: Defaulted<string | null>;
  apiKeyName: Defaulted<string | null>;
  authProviderId: Defaulted<string | null>;
  entityName: Defaulted<string | null>;
}

interface AuditSealRow {
  organizationId: string;
  number: number;
  entryId: string;
  hash: Buffer;
  isLate: boolean;
  sealedAt: Date;
}

interface AuditHeadRow {
  organizationId: string;
  number: Defaulted<number>;
  hash: Defaulted<Buffer>;
  newestAt: Defaulted<Date | null>;
  proof: Defaulted<Buffer>;
}

/** Tables of the audit: entries, their chain of seals, and what waits for it. */
export interface AuditSchema {
  auditEntries: AuditRow;
  auditSeals: AuditSealRow;
  auditHeads: AuditHeadRow;
  auditUnsealed: { organizationId: string; entryId: string };
}
