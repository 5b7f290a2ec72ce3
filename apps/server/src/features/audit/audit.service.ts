import { Readable } from 'node:stream';
import { auditDefaults } from '@sightline/contracts/audit/audit-defaults';
import type {
  AuditEntry,
  AuditFilter,
  AuditRangeVerification,
  AuditVerification,
} from '@sightline/contracts/audit/audit';
import { AppError } from '@sightline/contracts/shared/errors';
import { isTimeZone, siteDays } from '@sightline/domain/time/site-days';
import type { Database } from '../../platform/database/database.ts';
import { pageRequest, toPage } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { auditCut, auditHead, auditLine } from './audit-csv.ts';
import type { AuditDeps } from './audit-parts.ts';
import { createAuditMails } from './audit-mails.service.ts';
import { verifyChain, verifyRange } from './audit-verification.service.ts';
import { presentEntry } from './audit.presenter.ts';
import * as repository from './audit.repository.ts';

const dayMs = 86_400_000;
/** Days beyond these are not counted: the answer names at most a thousand. */
const longestCountMs = 1000 * dayMs;
const csvRows = 100_000;
const csvBatch = 1000;

interface Range {
  start?: number | undefined;
  end?: number | undefined;
}

/** The range plainly: without one the last 10 days; what is open on one side goes on to the end of time there. */
function plainRange({ start, end }: Range, nowMs: number): { startMs: number; endMs: number } {
  const endMs = end ?? nowMs + dayMs;
  const startMs = start ?? (end === undefined ? nowMs - auditDefaults.windowDays * dayMs : 0);
  if (endMs <= startMs) throw new AppError('search_range_invalid');
  return { startMs, endMs };
}

/** A filter with its range made plain, in UTC milliseconds. Throws `search_range_invalid`. */
export const rangeOf = ({ start, end, ...filter }: AuditFilter, nowMs: number): repository.EntryFilter => ({
  ...filter,
  ...plainRange({ start, end }, nowMs),
});

/** The audit as those see it who may. */
export type AuditService = ReturnType<typeof createAuditService>;

/** Reading and handing out; a document or file that is taken stands in the audit itself. Throws `search_range_invalid`, `time_zone_unknown`, `rate_limited`. */
export function createAuditService(deps: AuditDeps) {
  const { auditActions, database, changes, clock } = deps;
  const mails = createAuditMails(deps);
  return {
    find: async (actor: MemberActor, filter: AuditFilter, query: { limit: number; cursor?: string | undefined }) => {
      const { organizationId } = actor;
      const request = pageRequest(query);
      const after = request.after && { atMs: Number(request.after.key), id: request.after.id };
      if (after && !(Math.abs(after.atMs) <= 8.64e15)) throw new AppError('validation_failed', { fields: ['cursor'] });
      const place = { organizationId, filter: rangeOf(filter, clock()) };
      const rows = await database.withOrganization(organizationId, (trx) =>
        repository.listEntries(trx, place, { limit: request.limit + 1, after }),
      );
      const page = toPage(rows, request, (row) => ({ key: String(row.at.getTime()), id: row.id }));
      return { items: page.items.map(presentEntry), nextCursor: page.nextCursor };
    },
    countByDay: (actor: MemberActor, filter: AuditFilter, wanted: { limit: number; timeZone: string }) =>
      countByDay(deps, { organizationId: actor.organizationId, filter }, wanted),
    methods: async ({ organizationId }: MemberActor): Promise<{ items: string[] }> => {
      const found = await database.withOrganization(organizationId, (trx) =>
        repository.listMethods(trx, organizationId),
      );
      return { items: [...new Set([...auditActions, ...found])].sort() };
    },
    exportCsv: async (actor: MemberActor, filter: AuditFilter): Promise<Readable> => {
      const { organizationId } = actor;
      const place = { organizationId, filter: rangeOf(filter, clock()) };
      await changes.run({ organizationId, by: actor }, ({ audit }) =>
        audit({ action: 'audit.exportCsv', entityKind: 'audit', entityId: null, data: { ...filter } }),
      );
      return Readable.from(csvOf(database, place), { objectMode: false });
    },
    mailReport: mails.sendReport,
    mailLog: mails.sendLog,
    verify: ({ organizationId }: MemberActor): Promise<AuditVerification> => verifyChain(deps, organizationId),
    verifyRange: async ({ organizationId }: MemberActor, range: Range): Promise<AuditRangeVerification> =>
      verifyRange(deps, organizationId, plainRange(range, clock())),
  };
}

async function countByDay(
  { database, clock }: AuditDeps,
  { organizationId, filter }: { organizationId: string; filter: AuditFilter },
  { limit, timeZone }: { limit: number; timeZone: string },
) {
  if (!isTimeZone(timeZone)) throw new AppError('time_zone_unknown');
  const range = rangeOf(filter, clock());
  const endMs = Math.min(range.endMs, clock() + dayMs);
  const startMs = Math.max(range.startMs, endMs - longestCountMs);
  const days = startMs < endMs ? siteDays(timeZone, startMs, endMs).days : [];
  if (days.length === 0) return { items: [] };
  const place = { organizationId, filter: { ...range, startMs, endMs } };
  const starts = days.map(({ startUtcMs }) => startUtcMs);
  const counts = await database.withOrganization(organizationId, (trx) => repository.countByDay(trx, place, starts));
  const byDay = Map.groupBy(counts, ({ day }) => day);
  const items = [...byDay].map(([day, methods]) => ({
    day: days[day]?.day ?? '',
    methods: methods.map(({ method, count }) => ({ method, count })),
  }));
  return { items: items.slice(0, limit) };
}

async function* csvOf(database: Database, place: repository.Place): AsyncGenerator<string> {
  yield auditHead();
  let after: { atMs: number; id: string } | null = null;
  for (let left = csvRows; ; left -= csvBatch) {
    const limit = left > 0 ? csvBatch : 1;
    const entries: AuditEntry[] = (await entriesAfter(database, place, { limit, after })).map(presentEntry);
    if (left <= 0) {
      if (entries.length > 0) yield auditCut(csvRows);
      return;
    }
    if (entries.length > 0) yield entries.map(auditLine).join('');
    const last = entries.at(-1);
    if (last === undefined || entries.length < limit) return;
    after = { atMs: last.created_at, id: last.id };
  }
}

const entriesAfter = (
  database: Database,
  place: repository.Place,
  page: { limit: number; after: { atMs: number; id: string } | null },
) => database.withOrganization(place.organizationId, (trx) => repository.listEntries(trx, place, page));
