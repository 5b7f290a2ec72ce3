import type { EntranceMinutesRecord } from '@sightline/contracts/entrances/entrance-link';
import { addCount } from '@sightline/domain/entrances/counted-minutes';
import type { Count } from '@sightline/domain/entrances/entrance-counter';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { StoreQueue } from '../../platform/store/store-queue.ts';
import { EntranceMinutesStore, type EntrancePlace, type KeptMinute } from './entrance-minutes-store.ts';

export interface MinutesJournalDeps {
  stores: Pick<EdgeStores, 'store' | 'outbox'>;
  log: Log;
  clock: Clock;
}

const minuteMs = 60_000;
/** What is only watched is told so seldom: screens wait for people, not for empty minutes. */
const quietEveryMs = 5 * minuteMs;
/** What is only watched is kept so seldom: a core that dies forgets no more of it. */
const keepEveryMs = 10_000;
/** A sight may come so long after its minute. */
const lateMs = 2 * minuteMs;
const minutesInRecord = 60;

const keyOf = ({ entranceId, cameraId }: EntrancePlace): string => `${entranceId} ${cameraId}`;

/** The record of a place that was written last: while it waits, what becomes known is added to it. */
interface LastRecord {
  sequence: number;
  times: readonly number[];
}

/** Keeps what is counted: who goes through at once, and every minute into the outbox in one transaction with what is known of it. */
export class MinutesJournal {
  readonly #deps: MinutesJournalDeps;
  readonly #rows: EntranceMinutesStore;
  readonly #writes: StoreQueue;
  readonly #known = new Map<string, Map<number, KeptMinute>>();
  readonly #last = new Map<string, LastRecord>();
  /** Places at which somebody went through since the last record. */
  readonly #passed = new Set<string>();
  /** What the store does not have yet. */
  readonly #unkept = new Set<KeptMinute>();
  #keptAtMs: number;

  constructor(deps: MinutesJournalDeps) {
    this.#deps = deps;
    this.#rows = new EntranceMinutesStore(deps.stores.store);
    this.#writes = new StoreQueue(deps.log);
    this.#keptAtMs = deps.clock.monotonicMs();
    for (const minute of this.#rows.all()) this.#minutesOf(minute).set(minute.atUtcMs, minute);
  }

  /** What was counted at an entrance. */
  add(place: EntrancePlace, count: Count): void {
    const minutes = this.#minutesOf(place);
    for (const changed of addCount((atUtcMs) => minutes.get(atUtcMs), count)) {
      const before = minutes.get(changed.atUtcMs);
      if (before !== undefined) this.#unkept.delete(before);
      const minute: KeptMinute = { ...changed, ...place, revision: (before?.revision ?? 0) + 1, isTold: false };
      minutes.set(minute.atUtcMs, minute);
      this.#unkept.add(minute);
    }
    if (count.passages.length > 0) this.#passed.add(keyOf(place));
  }

  /** Time passes: tells and keeps what is ripe, and forgets what cannot change any more. */
  tick(): void {
    const { clock } = this.#deps;
    const nowUtcMs = clock.nowUtcMs();
    for (const [key, minutes] of this.#known) {
      if (this.#isRipe(key, minutes, nowUtcMs)) this.#tell(key, minutes, nowUtcMs);
      this.#forgetOld(minutes, nowUtcMs);
      if (minutes.size === 0) this.#known.delete(key);
    }
    if (clock.monotonicMs() - this.#keptAtMs >= keepEveryMs) this.#keep();
  }

  /** Of entrances that are gone nothing is told any more. */
  keepOnly(entranceIds: ReadonlySet<string>): void {
    for (const [key, minutes] of this.#known) {
      const gone = [...minutes.values()].filter(({ entranceId }) => !entranceIds.has(entranceId));
      if (gone.length === 0) continue;
      this.#known.delete(key);
      this.#forget(gone);
    }
  }

  /** Times of now were wrong: moves what is known here of them as the outbox moved what waits in it. */
  correctTimes(right: (utcMs: number) => number): void {
    for (const [key, minutes] of this.#known) {
      const moved = new Map<number, KeptMinute>();
      for (const minute of minutes.values()) {
        const atUtcMs = right(minute.atUtcMs);
        moved.set(atUtcMs, { ...minute, atUtcMs });
      }
      this.#known.set(key, moved);
    }
    for (const [key, last] of this.#last) this.#last.set(key, { ...last, times: last.times.map(right) });
    this.#unkept.clear();
    this.#write(() => {
      this.#rows.clear();
      for (const minute of this.#all()) this.#rows.put(minute);
    });
  }

  stop(): void {
    const nowUtcMs = this.#deps.clock.nowUtcMs();
    for (const [key, minutes] of this.#known) if (this.#passed.has(key)) this.#tell(key, minutes, nowUtcMs);
    this.#keep();
    this.#writes.stop();
  }

  #minutesOf(place: EntrancePlace): Map<number, KeptMinute> {
    const key = keyOf(place);
    const minutes = this.#known.get(key) ?? new Map<number, KeptMinute>();
    this.#known.set(key, minutes);
    return minutes;
  }

  #all(): KeptMinute[] {
    return [...this.#known.values()].flatMap((minutes) => [...minutes.values()]);
  }

  /** Somebody went through, or minutes are over that were not told. */
  #isRipe(key: string, minutes: ReadonlyMap<number, KeptMinute>, nowUtcMs: number): boolean {
    if (this.#passed.has(key)) return true;
    for (const { atUtcMs, isTold } of minutes.values())
      if (!isTold && (atUtcMs + quietEveryMs < nowUtcMs || atUtcMs > nowUtcMs + minuteMs)) return true;
    return false;
  }

  #tell(key: string, minutes: Map<number, KeptMinute>, nowUtcMs: number): void {
    this.#passed.delete(key);
    const untold = [...minutes.values()].filter(({ isTold }) => !isTold).toSorted((a, b) => a.atUtcMs - b.atUtcMs);
    for (let index = 0; index < untold.length; index += minutesInRecord)
      this.#tellSome(key, untold.slice(index, index + minutesInRecord), nowUtcMs);
  }

  #tellSome(key: string, untold: readonly KeptMinute[], nowUtcMs: number): void {
    const told = untold.map((minute) => ({ ...minute, isTold: true }));
    for (const [index, minute] of told.entries()) {
      this.#unkept.delete(untold[index]!);
      this.#minutesOf(minute).set(minute.atUtcMs, minute);
    }
    const waiting = this.#last.get(key);
    const earlier = this.#withLast(key, waiting, told);
    this.#write(() => {
      for (const minute of told) this.#rows.put(minute);
      const { outbox } = this.#deps.stores;
      const atUtcMs = Math.round(nowUtcMs);
      const isThere = waiting !== undefined && this.#rows.isRecord(waiting, told[0]!);
      if (isThere && earlier && outbox.replace(waiting.sequence, atUtcMs, recordOf([...earlier, ...told]))) {
        this.#last.set(key, { ...waiting, times: [...earlier, ...told].map((minute) => minute.atUtcMs) });
        return;
      }
      const sequence = outbox.append(atUtcMs, recordOf(told));
      this.#last.set(key, { sequence, times: told.map((minute) => minute.atUtcMs) });
    });
  }

  /** The other minutes of the record that was written last, if all are known and there is room in it. */
  #withLast(key: string, last: LastRecord | undefined, told: readonly KeptMinute[]): KeptMinute[] | null {
    const now = new Set(told.map(({ atUtcMs }) => atUtcMs));
    const others = (last?.times ?? []).filter((atUtcMs) => !now.has(atUtcMs));
    const minutes = others.flatMap((atUtcMs) => this.#known.get(key)?.get(atUtcMs) ?? []);
    return minutes.length < others.length || minutes.length + told.length > minutesInRecord ? null : minutes;
  }

  #forgetOld(minutes: Map<number, KeptMinute>, nowUtcMs: number): void {
    // As many as one record takes: while the server is away, they are told in one.
    const oldUtcMs = nowUtcMs - minutesInRecord * minuteMs - lateMs;
    const old = [...minutes.values()].filter(({ isTold, atUtcMs }) => isTold && atUtcMs < oldUtcMs);
    for (const { atUtcMs } of old) minutes.delete(atUtcMs);
    this.#forget(old);
  }

  #forget(gone: readonly KeptMinute[]): void {
    if (gone.length === 0) return;
    for (const minute of gone) this.#unkept.delete(minute);
    this.#write(() => {
      for (const minute of gone) this.#rows.remove(minute);
    });
  }

  #keep(): void {
    this.#keptAtMs = this.#deps.clock.monotonicMs();
    const unkept = [...this.#unkept];
    this.#unkept.clear();
    if (unkept.length === 0) return;
    this.#write(() => {
      for (const minute of unkept) this.#rows.put(minute);
    });
  }

  #write(job: () => void): void {
    this.#writes.add(this.#deps.stores.store.transaction(job));
  }
}

function recordOf(minutes: readonly KeptMinute[]): EntranceMinutesRecord {
  const { entranceId, cameraId } = minutes[0]!;
  const inOrder = minutes.toSorted((a, b) => a.atUtcMs - b.atUtcMs);
  return {
    kind: 'entranceMinutes',
    entranceId,
    cameraId,
    minutes: inOrder.map(({ atUtcMs, revision, ins, outs, watchedMs }) => ({
      atUtcMs,
      revision,
      ins: ins.slice(0, 1000),
      outs: outs.slice(0, 1000),
      watchedS: Math.round(watchedMs / 1000),
    })),
  };
}
