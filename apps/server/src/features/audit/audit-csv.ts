import type { AuditEntry } from '@sightline/contracts/audit/audit';
import { byteOrderMark, csvLine } from '@sightline/domain/texts/csv-cells';

const columns = [
  'time',
  'method',
  'user',
  'email',
  'signed in by',
  'via organization',
  'api key',
  'address',
  'kind',
  'id',
  'name',
  'data',
];
export const auditHead = (): string => byteOrderMark + csvLine(columns);

export const auditLine = (entry: AuditEntry): string =>
  csvLine([
    new Date(entry.created_at).toISOString(),
    entry.method,
    entry.user?.name ?? '',
    entry.user?.email ?? '',
    entry.user?.authProviderId ?? '',
    entry.viaOrganization?.name ?? '',
    entry.apiKeyName ?? '',
    entry.address ?? '',
    entry.entityKind ?? '',
    entry.entityId ?? '',
    entry.entityName ?? '',
    JSON.stringify(entry.data),
  ]);

/** The last line of a file that does not hold everything. */
export const auditCut = (maxRows: number): string =>
  csvLine([`More entries match; these are the newest ${maxRows}. Choose a shorter range for the others.`]);
