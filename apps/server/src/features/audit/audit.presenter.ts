import type { AuditEntry } from '@sightline/contracts/audit/audit';
import type { EntryRow } from './audit.repository.ts';

export const presentEntry = (row: EntryRow): AuditEntry => ({
  id: row.id,
  created_at: row.at.getTime(),
  method: row.action,
  user:
    row.userId === null || row.userName === null
      ? null
      : { id: row.userId, name: row.userName, email: row.userEmail, authProviderId: row.authProviderId },
  viaOrganization:
    row.viaOrganizationId === null ? null : { id: row.viaOrganizationId, name: row.viaOrganizationName ?? '' },
  apiKeyName: row.apiKeyName,
  address: row.address,
  entityKind: row.entityKind,
  entityId: row.entityId,
  entityName: row.entityName,
  data: row.data,
  sealedAt: row.sealedAt?.getTime() ?? null,
});
