import type { EventReport } from '@sightline/contracts/events/event';
import type { Log } from '../../platform/log/log.ts';
import type { EventSpansStore } from '../../platform/store/event-spans-store.ts';
import type { OpenEventsStore } from '../../platform/store/open-events-store.ts';
import type { Store } from '../../platform/store/open-store.ts';
import type { Outbox } from '../../platform/store/outbox.ts';
import { StoreQueue } from '../../platform/store/store-queue.ts';
import { closeEvent } from './close-event.ts';
import { createEventsLeftOut, type EventsLeftOut } from './events-left-out.ts';

export interface EventsJournalDeps {
  store: Store;
  outbox: Outbox;
  openEvents: OpenEventsStore;
  /** Remembers when something was followed; absent where nobody asks. */
  eventSpans?: EventSpansStore;
  log: Log;
  nowUtcMs: () => number;
  /** From this many waiting rows on, updates of one event that nobody has read yet are told as one. */
  longOutboxRows?: number;
  /** From this many on, everything of one event that nobody has read yet is told as one. */
  veryLongOutboxRows?: number;
  /** From this many on new events are left out, and it is said; those that are open are still told to their end. */
  maxOutboxRows?: number;
  /** From this many writes on that wait for the disk, new events are left out, and it is said. */
  maxWaitingWrites?: number;
}

/** Revisions wait this long for others: each transaction costs the disk a flush, and an open track is still seen at once. */
const gatherMs = 40;
/** A burst does not wait. */
const gatherRows = 200;
const longOutboxRows = 20_000;
const veryLongOutboxRows = 60_000;
/** Rows have about 4 KB: less than 2 GB, and at one row an event months without a server. */
const maxOutboxRows = 400_000;
/** Half an hour of them. */
const maxWaitingWrites = 40_000;
/** Corrections come soon after the end, if at all. */
const rememberedEnds = 1_000;

/**
 * Keeps what recognisers report: every revision goes into the outbox, in one transaction with what is known to be open.
 * Whatever ends a recogniser, its open events are closed from here, so that none stays open for ever.
 */
export class EventsJournal {
  readonly #deps: EventsJournalDeps;
  readonly #writes: StoreQueue;
  #gathered: EventReport[] = [];
  #timer: NodeJS.Timeout | null = null;
  readonly #ended = new Set<string>();
  readonly #leftOut: EventsLeftOut;
  #lost = 0;
  #isStopped = false;

  constructor(deps: EventsJournalDeps) {
    this.#deps = deps;
    this.#writes = new StoreQueue(deps.log);
    this.#leftOut = createEventsLeftOut(deps.store);
  }

  receive(report: EventReport): void {
    // What comes after the end stays open in the store, and is closed at the next start.
    if (this.#isStopped || this.#isRefused(report)) return;
    this.#gathered.push(report);
    if (this.#gathered.length >= gatherRows) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), gatherMs);
  }

  /** While the disk refuses everything the process that watches over the recording must not end for the sake of events. */
  #isRefused({ phase }: EventReport): boolean {
    const { depth } = this.#writes;
    if (depth === 0 && this.#lost > 0) {
      const detail = `${String(this.#lost)} events were left out while the disk could not be written`;
      this.#lost = 0;
      this.#write(() => this.#notice(detail));
    }
    const maxWaiting = this.#deps.maxWaitingWrites ?? maxWaitingWrites;
    // Without its opening nothing of an event is kept; of those that were kept the end must be known.
    if (depth < maxWaiting || (phase === 'closed' && depth < maxWaiting * 2)) return false;
    if (phase === 'opened') this.#lost++;
    return true;
  }

  /** The recogniser of these cameras is gone: their events end where they were seen last. */
  closeCameras(cameraIds: readonly string[]): void {
    this.flush();
    this.#write(() => {
      for (const cameraId of cameraIds)
        for (const { report } of this.#deps.openEvents.ofCamera(cameraId)) this.#keep(closeEvent(report));
    });
  }

  /** At the start: whatever is open belongs to a recogniser that is gone. Answers how many were. */
  closeAll(): number {
    const open = this.#deps.openEvents.all();
    if (open.length > 0) this.#write(() => open.forEach(({ report }) => this.#keep(closeEvent(report))));
    return open.length;
  }

  /** Writes what was gathered. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const reports = this.#gathered;
    this.#gathered = [];
    if (reports.length > 0) this.#write(() => reports.forEach((report) => this.#keep(report)));
  }

  stop(): void {
    this.flush();
    this.#isStopped = true;
    this.#writes.stop();
  }

  #write(job: () => void): void {
    this.#writes.add(this.#deps.store.transaction(job));
  }

  #keep(report: EventReport): void {
    if (report.phase === 'closed') this.#keepEnd(report);
    else if (report.phase === 'opened') this.#keepOpening(report);
    else this.#keepUpdate(report);
  }

  #keepOpening(report: EventReport): void {
    const { openEvents, outbox } = this.#deps;
    if (!this.#hasRoom()) return;
    const sequence = this.#append(report);
    const isVeryLong = outbox.depth() > (this.#deps.veryLongOutboxRows ?? veryLongOutboxRows);
    openEvents.put({ report, updateSequence: isVeryLong ? sequence : null });
  }

  /** The core has not reached its server for months: better no new events than a disk without room for footage. */
  #hasRoom(): boolean {
    const { outbox } = this.#deps;
    if (outbox.depth() < (this.#deps.maxOutboxRows ?? maxOutboxRows)) {
      const count = this.#leftOut.take();
      if (count > 0) this.#notice(`${String(count)} events were left out until now`);
      return true;
    }
    if (this.#leftOut.add()) this.#notice('new events are left out from now on');
    return false;
  }

  #notice(detail: string): void {
    this.#deps.log.error({ detail }, 'too many events wait for the server');
    this.#deps.outbox.append(this.#now(), { kind: 'coreNotice', code: 'events_left_out', detail });
  }

  #keepEnd(report: EventReport): void {
    const { openEvents } = this.#deps;
    const known = openEvents.get(report.eventId);
    // Neither open nor just ended: it belonged to the core that this one was before it was claimed anew.
    if (known === null && !this.#ended.has(report.eventId)) return;
    openEvents.remove(report.eventId);
    this.#deps.eventSpans?.put(report.cameraId, {
      fromUtcMs: report.startedAtUtcMs,
      toUtcMs: report.endedAtUtcMs ?? report.lastSeenUtcMs,
    });
    this.#ended.add(report.eventId);
    for (const oldest of this.#ended) {
      if (this.#ended.size <= rememberedEnds) break;
      this.#ended.delete(oldest);
    }
    this.#notify(report, known?.updateSequence ?? null);
  }

  #keepUpdate(report: EventReport): void {
    const { openEvents } = this.#deps;
    const known = openEvents.get(report.eventId);
    // It was closed for a recogniser that ended meanwhile: late words must not open it again.
    if (known === null || known.report.revision >= report.revision) return;
    openEvents.put({ report, updateSequence: this.#notify(report, known.updateSequence) });
  }

  /** Answers the row that tells of it: in a long outbox that of the event's last words, which say nothing more than these. */
  #notify(report: EventReport, updateSequence: number | null): number {
    const { outbox } = this.#deps;
    const isLong = updateSequence !== null && outbox.depth() > (this.#deps.longOutboxRows ?? longOutboxRows);
    if (isLong && outbox.replace(updateSequence, this.#now(), { kind: 'event', event: report })) return updateSequence;
    return this.#append(report);
  }

  #append(report: EventReport): number {
    return this.#deps.outbox.append(this.#now(), { kind: 'event', event: report });
  }

  #now(): number {
    return Math.round(this.#deps.nowUtcMs());
  }
}
