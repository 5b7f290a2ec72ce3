import { eventReport } from '@sightline/contracts/events/event';
import type { EventReport } from '@sightline/contracts/events/event';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OpenEventsStore } from '../../platform/store/open-events-store.ts';
import type { Store } from '../../platform/store/open-store.ts';
import { openStore } from '../../platform/store/open-store.ts';
import { Outbox } from '../../platform/store/outbox.ts';
import { EventsJournal, type EventsJournalDeps } from './events-journal.ts';
import { eventReportOf } from '../../../testing/report/test-event-report.ts';

let folder: string;
let store: Store;
let outbox: Outbox;
let openEvents: OpenEventsStore;
let journal: EventsJournal;

function open(longOutboxRows?: number, more: Partial<EventsJournalDeps> = {}): void {
  store = openStore(join(folder, 'core.sqlite'));
  outbox = new Outbox(store);
  openEvents = new OpenEventsStore(store);
  const deps = { store, outbox, openEvents, log: pino({ level: 'silent' }), nowUtcMs: Date.now, ...more };
  journal = new EventsJournal(longOutboxRows === undefined ? deps : { ...deps, longOutboxRows });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'events-journal-'));
  open();
});

afterEach(() => {
  journal.stop();
  store.close();
  rmSync(folder, { recursive: true });
});

const told = (): EventReport[] =>
  outbox.after(0, 10_000).flatMap(({ body }) => (body.kind === 'event' ? [body.event] : []));
const phases = (eventId: string): string[] =>
  told()
    .filter((event) => event.eventId === eventId)
    .map((event) => `${event.phase} ${String(event.revision)}`);

test('late words about an event that was closed for its recogniser do not open it again', () => {
  const report = eventReportOf();
  journal.receive(report);
  journal.closeCameras([report.cameraId]);
  journal.receive({ ...report, phase: 'updated', revision: 2 });
  journal.flush();
  expect(phases(report.eventId)).toEqual(['opened 1', 'closed 2']);
  expect(openEvents.all()).toEqual([]);
});

test('an update that is not newer than what was told is left out', () => {
  const report = eventReportOf();
  for (const revision of [2, 2, 1])
    journal.receive({ ...report, phase: revision === 2 ? 'updated' : 'opened', revision });
  journal.flush();
  expect(phases(report.eventId)).toEqual(['opened 1']);
});

test('nothing that comes after the end is written, and the next start closes what it left open', () => {
  const report = eventReportOf();
  journal.receive(report);
  journal.stop();
  journal.receive({ ...report, phase: 'closed', revision: 2 });
  store.close();
  open();
  expect(journal.closeAll()).toBe(1);
  expect(phases(report.eventId)).toEqual(['opened 1', 'closed 2']);
  expect(journal.closeAll()).toBe(0);
});

test('the end of an event that nobody knows is told to nobody', () => {
  const report = eventReportOf();
  journal.receive(report);
  journal.flush();
  openEvents.clear();
  outbox.clear();
  journal.receive({ ...report, phase: 'updated', revision: 2 });
  journal.receive({ ...report, phase: 'closed', revision: 3, endedAtUtcMs: report.lastSeenUtcMs });
  journal.flush();
  expect(outbox.depth()).toBe(0);
});

test('an event that is closed for its recogniser ends where it was seen last, in its zones as well', () => {
  const report = eventReportOf({
    zones: [{ zoneId: uuidv7(), enteredAtUtcMs: Date.UTC(2026, 4, 1, 12), leftAtUtcMs: null }],
  });
  const elsewhere = eventReportOf({ cameraId: uuidv7() });
  journal.receive(report);
  journal.receive(elsewhere);
  journal.closeCameras([report.cameraId]);
  const closed = told().find((event) => event.phase === 'closed');
  expect(closed).toMatchObject({
    eventId: report.eventId,
    endedAtUtcMs: report.lastSeenUtcMs,
    zones: [{ leftAtUtcMs: report.lastSeenUtcMs }],
  });
  expect(eventReport.safeParse(closed).success).toBe(true);
  expect(openEvents.all().map((one) => one.report.eventId)).toEqual([elsewhere.eventId]);
});

test('revisions are in the outbox within a moment, in order, and corrections after the end as well', async () => {
  const report = eventReportOf();
  journal.receive(report);
  journal.receive({ ...report, phase: 'updated', revision: 2 });
  journal.receive({ ...report, phase: 'closed', revision: 3, endedAtUtcMs: report.lastSeenUtcMs });
  journal.receive({ ...report, phase: 'closed', revision: 4, endedAtUtcMs: report.lastSeenUtcMs });
  await vi.waitFor(() => expect(outbox.depth()).toBe(4));
  expect(phases(report.eventId)).toEqual(['opened 1', 'updated 2', 'closed 3', 'closed 4']);
});

test('a long outbox tells updates of one event as one, and never drops that it opened or closed', () => {
  journal.stop();
  store.close();
  open(3);
  const one = eventReportOf();
  const other = eventReportOf();
  journal.receive(one);
  journal.receive(other);
  for (let revision = 2; revision <= 30; revision++) {
    journal.receive({ ...one, phase: 'updated', revision });
    journal.receive({ ...other, phase: 'updated', revision });
  }
  journal.receive({ ...one, phase: 'closed', revision: 31, endedAtUtcMs: one.lastSeenUtcMs });
  journal.flush();
  expect(phases(one.eventId)).toEqual(['opened 1', 'closed 31']);
  expect(phases(other.eventId)).toEqual(['opened 1', 'updated 30']);
  expect(outbox.after(0, 100).map((record) => record.sequence)).toEqual([1, 2, 3, 4]);
});

test('an update that was read for sending is never changed afterwards', () => {
  journal.stop();
  store.close();
  open(1);
  const report = eventReportOf();
  journal.receive(report);
  journal.receive({ ...report, phase: 'updated', revision: 2 });
  journal.flush();
  expect(outbox.after(0, 100)).toHaveLength(2);
  journal.receive({ ...report, phase: 'updated', revision: 3 });
  journal.receive({ ...report, phase: 'updated', revision: 4 });
  journal.flush();
  expect(phases(report.eventId)).toEqual(['opened 1', 'updated 2', 'updated 4']);
});

test('a very long outbox has one row for an event, whatever became of it', () => {
  journal.stop();
  store.close();
  open(0, { veryLongOutboxRows: 0 });
  const one = eventReportOf();
  const other = eventReportOf();
  for (const report of [one, other]) journal.receive(report);
  journal.flush();
  journal.receive({ ...one, phase: 'updated', revision: 2 });
  journal.receive({ ...one, phase: 'closed', revision: 3, endedAtUtcMs: one.lastSeenUtcMs });
  journal.flush();
  expect(phases(one.eventId)).toEqual(['closed 3']);
  expect(phases(other.eventId)).toEqual(['opened 1']);
  expect(outbox.after(0, 100).map((record) => record.sequence)).toEqual([1, 2]);
});

test('a full outbox takes no new event, tells those that are open to their end, and says how many were left out', () => {
  journal.stop();
  store.close();
  open(undefined, { maxOutboxRows: 2 });
  const [known, second, third, fourth, late] = Array.from({ length: 5 }, () => eventReportOf());
  for (const report of [known!, second!, third!, fourth!]) journal.receive(report);
  journal.receive({ ...third!, phase: 'updated', revision: 2 });
  journal.receive({ ...third!, phase: 'closed', revision: 3, endedAtUtcMs: third!.lastSeenUtcMs });
  journal.receive({ ...known!, phase: 'closed', revision: 2, endedAtUtcMs: known!.lastSeenUtcMs });
  journal.flush();
  const notices = (): string[] =>
    outbox.after(0, 100).flatMap(({ body }) => (body.kind === 'coreNotice' ? [`${body.code}: ${body.detail}`] : []));
  expect(phases(third!.eventId)).toEqual([]);
  expect(phases(fourth!.eventId)).toEqual([]);
  expect(phases(known!.eventId)).toEqual(['opened 1', 'closed 2']);
  expect(notices()).toEqual(['events_left_out: new events are left out from now on']);
  outbox.acknowledge(outbox.lastSequence());
  journal.receive(late!);
  journal.flush();
  expect(phases(late!.eventId)).toEqual(['opened 1']);
  expect(notices()).toEqual(['events_left_out: 2 events were left out until now']);
});

test('after the count began anew updates find no row by its old number', () => {
  journal.stop();
  store.close();
  open(0);
  const report = eventReportOf();
  const other = eventReportOf();
  for (const event of [report, other]) {
    journal.receive(event);
    journal.receive({ ...event, phase: 'updated', revision: 2 });
  }
  journal.flush();
  outbox.acknowledge(1);
  outbox.restart();
  journal.receive({ ...other, phase: 'updated', revision: 3 });
  journal.flush();
  expect(phases(report.eventId)).toEqual(['updated 2']);
  expect(phases(other.eventId)).toEqual(['opened 1', 'updated 2', 'updated 3']);
});

test('20,000 revisions of an outage are kept', () => {
  for (let n = 0; n < 10_000; n++) {
    const report = eventReportOf();
    journal.receive(report);
    journal.receive({ ...report, phase: 'closed', revision: 2, endedAtUtcMs: report.lastSeenUtcMs });
  }
  journal.flush();
  expect(outbox.depth()).toBe(20_000);
  expect(openEvents.all()).toEqual([]);
});

test('while the disk refuses, what waits is bounded, and afterwards it is said how much was left out', async () => {
  journal.stop();
  store.close();
  open(undefined, { maxWaitingWrites: 3 });
  const most = store.pragma('page_count', { simple: true }) as number;
  store.pragma(`max_page_count = ${String(most)}`);
  const reports = Array.from({ length: 40 }, () => eventReportOf());
  for (const report of reports) {
    journal.receive(report);
    journal.flush();
  }
  const kept = outbox.depth();
  expect(kept).toBeLessThan(36);
  store.pragma('max_page_count = 1000000');
  await vi.waitFor(() => expect(outbox.depth()).toBe(kept + 3), { timeout: 5_000 });
  journal.receive(eventReportOf());
  journal.flush();
  const notices = outbox.after(0, 100).flatMap(({ body }) => (body.kind === 'coreNotice' ? [body.detail] : []));
  expect(notices).toEqual([`${String(40 - kept - 3)} events were left out while the disk could not be written`]);
});
