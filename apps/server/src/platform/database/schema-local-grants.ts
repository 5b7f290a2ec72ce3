import type { GrantedCamera } from '@sightline/contracts/local-grants/local-grant';
import type { ColumnType } from 'kysely';

interface LocalGrantRow {
  organizationId: string;
  id: string;
  edgeId: string;
  userId: string;
  sessionId: string;
  cameras: ColumnType<GrantedCamera[], string, never>;
  issuedAt: Date;
  expiresAt: Date;
  revokedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Tables of watching without the server. */
export interface LocalGrantsSchema {
  localGrants: LocalGrantRow;
}
