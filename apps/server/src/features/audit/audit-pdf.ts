import { siteDays } from '@sightline/domain/time/site-days';
import type { Database } from '../../platform/database/database.ts';
import type { Reader } from '../../platform/mail/mail-readers.ts';
import { createPdfReport, type PdfReport } from '../../platform/pdf/pdf-report.ts';
import { auditTexts } from './audit-texts.ts';
import * as repository from './audit.repository.ts';

/** More rows than these are not read on paper, and would keep the server busy for seconds. */
const maxRows = 1000;

export interface PdfRequest {
  database: Database;
  place: repository.Place;
  reader: Reader;
  organization: string;
}

const timeFormat = ({ lang, timeZone }: Reader, timeStyle?: 'medium'): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(lang === 'he' ? 'he-IL' : 'en-GB', {
    dateStyle: 'short',
    ...(timeStyle ? { timeStyle } : {}),
    timeZone,
  });

function begin({ place, reader, organization }: PdfRequest, title: 'logTitle' | 'reportTitle'): PdfReport {
  const texts = auditTexts[reader.lang];
  const days = timeFormat(reader);
  const subtitle = texts.range(days.format(place.filter.startMs), days.format(place.filter.endMs), reader.timeZone);
  return createPdfReport({ lang: reader.lang, title: texts[title](organization), subtitle, pageOf: texts.pageOf });
}

/** `key: value` pairs: easier to read on paper than JSON. */
const details = (data: Record<string, unknown>): string =>
  Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

/** The entries themselves, the newest first. */
export async function logPdf(request: PdfRequest): Promise<Uint8Array> {
  const { database, place, reader } = request;
  const texts = auditTexts[reader.lang];
  const found = await database.withOrganization(place.organizationId, (trx) =>
    repository.listEntries(trx, place, { limit: maxRows + 1, after: null }),
  );
  const rows = found.slice(0, maxRows);
  const report = begin(request, 'logTitle');
  report.heading(texts.entries(rows.length));
  if (found.length > maxRows) report.paragraph(texts.cut(maxRows));
  if (rows.length === 0) report.paragraph(texts.none);
  const times = timeFormat(reader, 'medium');
  await report.table({
    head: [texts.time, texts.method, texts.person, texts.address, texts.thing, texts.details],
    widths: [0.14, 0.15, 0.16, 0.1, 0.19, 0.26],
    codes: [1, 3, 5],
    rows: rows.map((row) => [
      times.format(row.at),
      row.action,
      row.userName ?? texts.system,
      row.address ?? '',
      row.entityName ?? row.entityId ?? '',
      details(row.data),
    ]),
  });
  return report.finish();
}

/** Counts by day, and by person and method. */
export async function reportPdf(request: PdfRequest): Promise<Uint8Array> {
  const { database, place, reader } = request;
  const texts = auditTexts[reader.lang];
  const { startMs, endMs } = place.filter;
  const { days } = siteDays(reader.timeZone, startMs, endMs);
  const starts = days.map(({ startUtcMs }) => startUtcMs);
  const { byDay, byPerson } = await database.withOrganization(place.organizationId, async (trx) => ({
    byDay: await repository.countByDay(trx, place, starts),
    byPerson: await repository.countByPerson(trx, place),
  }));
  const report = begin(request, 'reportTitle');
  const dates = timeFormat(reader);
  report.heading(texts.byDay);
  if (byDay.length === 0) report.paragraph(texts.none);
  await report.table({
    head: [texts.day, texts.method, texts.count],
    widths: [0.3, 0.5, 0.2],
    codes: [1],
    rows: byDay.map(({ day, method, count }) => [dates.format(starts[day]), method, String(count)]),
  });
  report.heading(texts.byPerson);
  await report.table({
    head: [texts.person, texts.method, texts.count],
    widths: [0.3, 0.5, 0.2],
    codes: [1],
    rows: byPerson.map(({ name, method, count }) => [name ?? texts.system, method, String(count)]),
  });
  return report.finish();
}
