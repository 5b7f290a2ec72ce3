import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { subtractIntervals } from '@sightline/media/timeline/intervals';
import type { WrongSpan } from '../../platform/store/clock-spans.ts';
import type { GapRow } from '../../platform/store/gaps-store.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { notifyGap } from '../report/tell-gap.ts';

/** What was written in the second of a change, and read by one clock or the other. */
const edgeMs = 5_000;
/** What was asked for before a start and came after it, is dated a little before it. */
const seamMs = 2_000;
/** For so long after the change something still comes of before. */
const lateMs = 20_000;

/** A file of which the row was written in a span with a wrong clock. */
export interface MisfiledSegment {
  id: number;
  streamId: string;
  path: string;
  startUtcMs: number;
  endUtcMs: number | null;
}

type Deps = Pick<
  EdgeStores,
  'store' | 'gaps' | 'outbox' | 'cameras' | 'openEvents' | 'eventSpans' | 'alerts' | 'protectedSpans'
>;

const isWithin = ({ fromUtcMs, untilUtcMs }: WrongSpan, utcMs: number): boolean =>
  utcMs >= fromUtcMs - seamMs && utcMs <= untilUtcMs + edgeMs;

/** What came late is dated by the right clock, too: from when on its times are none of that. */
const lateFromUtcMs = ({ fromUtcMs, untilUtcMs, byMs }: WrongSpan): number =>
  byMs < 0 ? Math.max(fromUtcMs, untilUtcMs + byMs + lateMs) : fromUtcMs;

/** Rows of a span: those that bear its number below zero, and of those that came late the ones dated by its clock and not by the right one. */
const ofSpan = `(clock_span = -@number or (clock_span = @number and start_utc_ms >= @lateFromUtcMs))
  and start_utc_ms between @fromUtcMs - ${String(seamMs)} and @untilUtcMs + ${String(edgeMs)}`;
const valuesOf = (span: WrongSpan): object => ({ ...span, lateFromUtcMs: lateFromUtcMs(span) });

/** Files at the times of a wrong clock, the oldest first; `endUtcMs` is null while one is written. */
export const misfiledSegments = ({ store }: Deps, span: WrongSpan): MisfiledSegment[] =>
  store
    .prepare(
      `select id, stream_id as streamId, path, start_utc_ms as startUtcMs, end_utc_ms as endUtcMs from segments where ${ofSpan} order by start_utc_ms`,
    )
    .all(valuesOf(span)) as MisfiledSegment[];

/** Paths of files of a span that a store of before knew and that are not found again yet. */
export const unfoundFiles = ({ store }: Deps, { number }: WrongSpan): string[] =>
  store
    .prepare(
      `select path from clock_marks where clock_span in (@number, -@number)
         and not exists (select 1 from segments s where s.path = clock_marks.path)`,
    )
    .pluck()
    .all({ number }) as string[];

/** The file lies at `path` now, and its time is no gap. */
export function noteMoved(
  deps: Deps,
  span: WrongSpan,
  { segment, path, nowUtcMs }: { segment: MisfiledSegment; path: string; nowUtcMs: number },
): void {
  const { store } = deps;
  const { byMs } = span;
  store.transaction(() => {
    // Found under its new name by who looks for files that nobody knows.
    store.prepare('delete from segments where path = ? and id <> ?').run(path, segment.id);
    store
      .prepare(
        `update segments set path = ?, start_utc_ms = start_utc_ms + ?, end_utc_ms = end_utc_ms + ?, known_end_utc_ms = known_end_utc_ms + ?, clock_span = null
         where id = ?`,
      )
      .run(path, byMs, byMs, byMs, segment.id);
    const [startMs, endMs] = [segment.startUtcMs + byMs, (segment.endUtcMs ?? segment.startUtcMs) + byMs];
    cutGaps(deps, span, { streamId: segment.streamId, startMs, endMs, exceptId: '', nowUtcMs });
  })();
}

/** Gaps at the times of a wrong clock, the oldest first. */
const misfiledGaps = ({ store }: Deps, span: WrongSpan): GapRow[] =>
  store
    .prepare(
      `select id, stream_id as streamId, start_utc_ms as startUtcMs, end_utc_ms as endUtcMs, cause, is_open as isOpen from gaps
       where ${ofSpan} order by start_utc_ms`,
    )
    .all(valuesOf(span)) as GapRow[];

/** Gives gaps that ended their right times, here and at the server. */
export function moveGaps(deps: Deps, span: WrongSpan, nowUtcMs: number): void {
  const { store, gaps } = deps;
  const rows = misfiledGaps(deps, span).filter(({ isOpen }) => isOpen === 0);
  const { byMs } = span;
  store.transaction(() => {
    for (const row of rows) {
      const startUtcMs = row.startUtcMs + byMs;
      // One that the change itself ended was told to end by the right clock.
      const endUtcMs = isWithin(span, row.endUtcMs)
        ? row.endUtcMs + byMs
        : Math.max(startUtcMs, Math.min(row.endUtcMs, nowUtcMs));
      store.prepare('update gaps set clock_span = null where id = ?').run(row.id);
      // A jump of the clock over which nothing is missing is none.
      const isNone = endUtcMs <= startUtcMs;
      if (isNone) gaps.remove(row.streamId, row.startUtcMs);
      const moved = isNone ? null : gaps.move(row, { startUtcMs, endUtcMs });
      notifyGap(deps, moved ?? { ...row, endUtcMs: row.startUtcMs }, nowUtcMs);
      const where = { streamId: row.streamId, startMs: startUtcMs, endMs: endUtcMs, nowUtcMs };
      if (moved !== null) cutGaps(deps, span, { ...where, exceptId: moved.id });
    }
  })();
}

/** To a clock that was behind all that was recorded before lay in the future: nobody has said yet why there is nothing until the span began. */
export function nameBefore(deps: Deps, span: WrongSpan, nowUtcMs: number): void {
  const { store, cameras, gaps } = deps;
  const fromUtcMs = span.fromUtcMs + span.byMs - edgeMs;
  const rows =
    '(select start_utc_ms as at, coalesce(end_utc_ms, known_end_utc_ms) as until, stream_id from segments where stream_id = @id';
  const both = `${rows} union all select start_utc_ms, end_utc_ms, stream_id from gaps where stream_id = @id)`;
  const ends = store.prepare(
    `select (select max(until) from ${both} where at < @fromUtcMs) as before,
       (select min(at) from ${both} where at >= @fromUtcMs and at <= @untilUtcMs) as after`,
  );
  store.transaction(() => {
    for (const { id } of cameras.streams()) {
      const known = { id, fromUtcMs, untilUtcMs: span.untilUtcMs + span.byMs };
      const { before, after } = ends.get(known) as { before: number | null; after: number | null };
      if (before === null || after === null || after - before < seamMs) continue;
      const cause = before < fromUtcMs ? 'edge_down' : 'clock_jump';
      const row = gaps.put({ streamId: id, startUtcMs: before, endUtcMs: after, cause, isOpen: false });
      notifyGap(deps, row, nowUtcMs);
    }
  })();
}

/** Time that is accounted for otherwise is no part of other gaps any more. */
function cutGaps(
  deps: Deps,
  span: WrongSpan,
  cut: { streamId: string; startMs: number; endMs: number; exceptId: string; nowUtcMs: number },
): void {
  const { gaps } = deps;
  const { streamId, startMs, endMs, exceptId, nowUtcMs } = cut;
  // Those are moved themselves.
  const misfiled = new Set(misfiledGaps(deps, span).map(({ id }) => id));
  for (const gap of gaps.overlapping(streamId, startMs, endMs)) {
    if (gap.id === exceptId || misfiled.has(gap.id) || gap.isOpen === 1 || gap.cause === 'footage_damaged') continue;
    const pieces = subtractIntervals([{ startMs: gap.startUtcMs, endMs: gap.endUtcMs }], [{ startMs, endMs }]);
    gaps.remove(streamId, gap.startUtcMs);
    notifyGap(deps, { ...gap, endUtcMs: gap.startUtcMs }, nowUtcMs);
    for (const piece of pieces) {
      // What began long before the wrong clock did is no jump of it: until the core began to write it was down.
      const isBefore = piece.endMs <= startMs && piece.startMs < span.fromUtcMs + span.byMs - edgeMs;
      const cause = isBefore && gap.cause === 'clock_jump' ? 'edge_down' : gap.cause;
      const row = gaps.put({ streamId, startUtcMs: piece.startMs, endUtcMs: piece.endMs, cause, isOpen: false });
      notifyGap(deps, row, nowUtcMs);
    }
  }
}

/** Puts right what waits for the server and was never sent, and events and alerts that are not over. `late`: what came after the clock was put right. */
export function moveRecords(
  { store, outbox, openEvents, alerts, protectedSpans }: Deps,
  span: WrongSpan,
  which: 'before' | 'late',
): void {
  const right = rightTimes(which === 'late' ? { ...span, fromUtcMs: lateFromUtcMs(span) } : span);
  const rightBody = rightBodies(protectedSpans, right);
  store.transaction(() => {
    outbox.rewriteUnsent(which === 'late' ? span.number : -span.number, (atUtcMs, body) => ({
      atUtcMs: right(atUtcMs) as number,
      body: rightBody(body),
    }));
    if (which === 'late') return;
    for (const { report, updateSequence } of openEvents.all())
      if (isWithin(span, report.startedAtUtcMs))
        openEvents.put({ report: right(report) as typeof report, updateSequence });
    for (const alert of alerts.all())
      if (isWithin(span, alert.record.openedAtUtcMs)) alerts.put(right(alert) as typeof alert);
  })();
}

/**
 * What records say by the right clock, asked in the order in which they were written. Footage of an alert is kept from before it began until
 * long after it is over, at times that nobody knows the clock of: they follow from when it was.
 */
function rightBodies(
  protectedSpans: Deps['protectedSpans'],
  right: ReturnType<typeof rightTimes>,
): (body: EdgeRecordBody) => EdgeRecordBody {
  const keptUntil = new Map<string, number | null>();
  return (body) => {
    if (body.kind === 'alertFootage') {
      const untilUtcMs = body.untilUtcMs === null ? null : (keptUntil.get(body.alertId) ?? body.untilUtcMs);
      return { ...body, untilUtcMs };
    }
    const fixed = right(body) as EdgeRecordBody;
    if (body.kind !== 'alertChange' || fixed.kind !== 'alertChange') return fixed;
    const openedByMs = fixed.openedAtUtcMs - body.openedAtUtcMs;
    if (body.sequence === 1 && openedByMs !== 0) protectedSpans.moveStart(body.alertId, openedByMs);
    if (body.phase === 'closed' && fixed.atUtcMs !== body.atUtcMs)
      keptUntil.set(body.alertId, protectedSpans.moveEnd(body.alertId, fixed.atUtcMs));
    return fixed;
  };
}

/** Every instant of a record that the wrong clock said, as it was. */
export function rightTimes(span: WrongSpan): (value: unknown) => unknown {
  const right = (value: unknown, isInstant: boolean): unknown => {
    if (typeof value === 'number') return isInstant && isWithin(span, value) ? Math.round(value + span.byMs) : value;
    if (Array.isArray(value)) return value.map((one) => right(one, false));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, right(one, key.endsWith('UtcMs'))]));
  };
  return (value) => right(value, true);
}

/**
 * Times of events, by which their footage is kept longer. After a clock that was behind what is there may be of then as well: it stays, and
 * footage is rather kept too long.
 */
export function moveEventSpans({ store, cameras, eventSpans }: Deps, span: WrongSpan): void {
  const cameraIds = new Set(cameras.streams().map(({ cameraId }) => cameraId));
  store.transaction(() => {
    for (const cameraId of cameraIds) {
      for (const { fromUtcMs, toUtcMs } of eventSpans.overlapping(cameraId, span.fromUtcMs, span.untilUtcMs)) {
        if (!isWithin(span, fromUtcMs)) continue;
        if (span.byMs < 0)
          store.prepare('delete from event_spans where camera_id = ? and from_utc_ms = ?').run(cameraId, fromUtcMs);
        eventSpans.put(cameraId, { fromUtcMs: fromUtcMs + span.byMs, toUtcMs: toUtcMs + span.byMs });
      }
    }
  })();
}
