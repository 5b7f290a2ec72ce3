import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventReport } from '@sightline/contracts/events/event';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventReportOf } from '../../../testing/report/test-event-report.ts';
import type { KeptAlert } from '../../platform/store/alerts-store.ts';
import { ClockSpans } from '../../platform/store/clock-spans.ts';
import { type EdgeStores, openEdgeStores } from '../../platform/store/edge-stores.ts';
import { moveEventSpans, moveRecords } from './refile-rows.ts';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 10, 20);
const cameraId = uuidv7();
let folder: string;
let stores: EdgeStores;
let spans: ClockSpans;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refile-rows-'));
  stores = openEdgeStores(folder);
  stores.cameras.adoptStream(cameraId, { retentionDays: 30, nowUtcMs: now });
  spans = new ClockSpans(stores.store);
});
afterEach(() => {
  stores.store.close();
  rmSync(folder, { recursive: true });
});

const at = (utcMs: number): EventReport => ({
  ...eventReportOf({ cameraId, startedAtUtcMs: utcMs }),
  lastSeenUtcMs: utcMs + 1_000,
  endedAtUtcMs: null,
  best: { ...eventReportOf({ cameraId }).best, atUtcMs: utcMs + 500 },
  zones: [{ zoneId: cameraId, enteredAtUtcMs: utcMs + 200, leftAtUtcMs: null }],
});

const alertAt = (utcMs: number): KeptAlert => ({
  record: {
    kind: 'alertChange',
    alertId: 'alert',
    ruleId: 'rule',
    cameraId,
    sequence: 1,
    phase: 'opened',
    closeReason: null,
    openedAtUtcMs: utcMs,
    atUtcMs: utcMs,
    decidedAtUtcMs: utcMs,
    why: [],
    subjectIds: [],
    count: 1,
  },
  condition: 'condition',
  metAtUtcMs: utcMs,
});

test.each([3 * dayMs, -3 * dayMs, 120_000])(
  'events that wait for the server and those that are not over say when they were, by a clock that was %i ms off',
  (offMs) => {
    const wrongNow = now + offMs;
    // It was told before anybody doubted the clock, and dated by the right one, perhaps at the very times that the wrong one says.
    const earlier = at(wrongNow + 5_000);
    stores.outbox.append(wrongNow, { kind: 'event', event: earlier });
    spans.begin(wrongNow, { id: 'a', upSinceUtcMs: 0 });
    const event = at(wrongNow + 10_000);
    stores.outbox.append(wrongNow + 10_000, { kind: 'event', event });
    stores.openEvents.put({ report: event, updateSequence: null });
    stores.alerts.put(alertAt(wrongNow + 10_000));
    const [span] = spans.resolve(wrongNow + 60_000, -offMs, 60_000);
    moveRecords(stores, span!, 'before');
    // Its end comes late, by the right clock.
    const closed: EventReport = { ...event, revision: 9, phase: 'closed', endedAtUtcMs: wrongNow + 59_000 };
    stores.outbox.append(now + 61_000, { kind: 'event', event: closed });
    moveRecords(stores, span!, 'late');
    const told = stores.outbox
      .after(0, 9)
      .map(({ atUtcMs, body }) => [atUtcMs, (body as { event: EventReport }).event]);
    const right = { ...at(now + 10_000), eventId: event.eventId };
    expect(told[0]).toEqual([wrongNow, earlier]);
    expect(told[1]).toEqual([now + 10_000, right]);
    expect(stores.openEvents.all()).toEqual([{ report: right, updateSequence: null }]);
    expect(stores.alerts.all()).toEqual([alertAt(now + 10_000)]);
    if (Math.abs(offMs) < dayMs) return;
    expect(told[2]).toEqual([now + 61_000, { ...right, revision: 9, phase: 'closed', endedAtUtcMs: now + 59_000 }]);
  },
);

test.each([3 * dayMs, -3 * dayMs])(
  'footage of alerts is kept where they were, and what the server is told of it is right, by a clock that was %i ms off',
  (offMs) => {
    const wrongNow = now + offMs;
    const footage = { cameraId, postMs: 5_000, keepMs: 30 * dayMs };
    const close = (alertId: string, atUtcMs: number): void => {
      const { record } = alertAt(atUtcMs);
      stores.outbox.append(atUtcMs, { ...record, alertId, sequence: 2, phase: 'closed', closeReason: 'over' });
      const untilUtcMs = stores.protectedSpans.end(alertId, atUtcMs);
      stores.outbox.append(atUtcMs, { kind: 'alertFootage', alertId, cameraId, untilUtcMs });
    };
    const open = (alertId: string, atUtcMs: number): void => {
      stores.outbox.append(atUtcMs, { ...alertAt(atUtcMs).record, alertId });
      stores.protectedSpans.begin({ ...footage, alertId, fromUtcMs: atUtcMs - 10_000 });
    };
    // One of then by the right clock, at the very times that the wrong one says.
    open('earlier', wrongNow + 3_000);
    close('earlier', wrongNow + 4_000);
    open('going-on', now - 60_000);
    spans.begin(wrongNow, { id: 'a', upSinceUtcMs: 0 });
    // Its footage begins before the core did.
    open('alert', wrongNow + 3_000);
    close('alert', wrongNow + 20_000);
    close('going-on', wrongNow + 21_000);
    open('open', wrongNow + 30_000);
    const [span] = spans.resolve(wrongNow + 60_000, -offMs, 60_000);
    moveRecords(stores, span!, 'before');
    const late = wrongNow + 59_000;
    stores.outbox.append(now + 61_000, { ...alertAt(late).record, alertId: 'open', sequence: 2, phase: 'closed' });
    const untilUtcMs = stores.protectedSpans.end('open', late);
    stores.outbox.append(now + 61_000, { kind: 'alertFootage', alertId: 'open', cameraId, untilUtcMs });
    moveRecords(stores, span!, 'late');
    const kept = stores.store
      .prepare('select id, from_utc_ms as fromUtcMs, to_utc_ms as toUtcMs from protected_spans order by from_utc_ms')
      .all() as { id: string; fromUtcMs: number; toUtcMs: number }[];
    const spanOf = (id: string, fromUtcMs: number, closedUtcMs: number) => ({
      id,
      fromUtcMs: fromUtcMs - 10_000,
      toUtcMs: closedUtcMs + 5_000,
    });
    expect(kept).toEqual(
      [
        spanOf('earlier', wrongNow + 3_000, wrongNow + 4_000),
        spanOf('going-on', now - 60_000, now + 21_000),
        spanOf('alert', now + 3_000, now + 20_000),
        spanOf('open', now + 30_000, now + 59_000),
      ].toSorted((a, b) => a.fromUtcMs - b.fromUtcMs),
    );
    const told = stores.outbox
      .after(0, 99)
      .flatMap(({ body }) => (body.kind === 'alertFootage' ? [[body.alertId, body.untilUtcMs]] : []));
    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(kept.map(({ id, toUtcMs }) => [id, toUtcMs + footage.keepMs])),
    );
  },
);

test('footage is kept longer for events where they were, and where something may have been', () => {
  const ahead = { number: 1, fromUtcMs: now + 3 * dayMs, untilUtcMs: now + 3 * dayMs + 60_000, byMs: -3 * dayMs };
  stores.eventSpans.put(cameraId, { fromUtcMs: now + 3 * dayMs + 1_000, toUtcMs: now + 3 * dayMs + 2_000 });
  moveEventSpans(stores, ahead);
  moveEventSpans(stores, ahead);
  const all = () => stores.eventSpans.overlapping(cameraId, now - dayMs, now + 9 * dayMs);
  expect(all()).toEqual([{ fromUtcMs: now + 1_000, toUtcMs: now + 2_000 }]);
  moveEventSpans(stores, { number: 2, fromUtcMs: now, untilUtcMs: now + 60_000, byMs: 3 * dayMs });
  expect(all().map(({ fromUtcMs }) => fromUtcMs)).toEqual([now + 1_000, now + 3 * dayMs + 1_000]);
});
