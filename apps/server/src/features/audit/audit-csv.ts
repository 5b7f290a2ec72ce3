import type { AuditEntry } from '@sightline/contracts/audit/audit';

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
const byteOrderMark = '\uFEFF';

/** Quoted by RFC 4180. What a spreadsheet would reckon begins with an apostrophe, so that it stays a text. */
function cell(value: string | null): string {
  const text = value ?? '';
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const line = (cells: readonly (string | null)[]): string => `${cells.map(cell).join(',')}\r\n`;

export const csvHead = (): string => byteOrderMark + line(columns);

export const csvLine = (entry: AuditEntry): string =>
  line([
    new Date(entry.created_at).toISOString(),
    entry.method,
    entry.user?.name ?? null,
    entry.user?.email ?? null,
    entry.user?.authProviderId ?? null,
    entry.viaOrganization?.name ?? null,
    entry.apiKeyName,
    entry.address,
    entry.entityKind,
    entry.entityId,
    entry.entityName,
    JSON.stringify(entry.data),
  ]);

/** The last line of a file that does not hold everything. */
export const csvCut = (maxRows: number): string =>
  line([`More entries match; these are the newest ${maxRows}. Choose a shorter range for the others.`]);
