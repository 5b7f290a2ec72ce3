import type { EdgeRecord, EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { Statement } from 'better-sqlite3';
import { spanNow } from './clock-spans.ts';
import type { Store } from './open-store.ts';
import { damagedRow } from './watched-store.ts';

interface OutboxRow {
  sequence: number;
  at_utc_ms: number;
  body: string;
}

/**
 * What the cloud must learn, in order, until it says that it keeps it. Rows are written in the transaction of the change
 * they tell of. `sequence` never repeats within an epoch, also after rows were removed.
 */
export class Outbox {
  readonly #store: Store;
  readonly #listeners = new Set<() => void>();
  /** Every record takes several; they are compiled once. */
  readonly #statements = new Map<string, Statement<unknown[]>>();
  /** Rows up to here were read: they may be on their way, so they never change any more. */
  #readUpTo: number;
  #knownSent = 0;

  constructor(store: Store) {
    this.#store = store;
    this.#readUpTo = this.lastSequence();
    // A store from before this was kept says it from now on: what it writes next was not sent.
    this.#keepSent(this.sentSequence());
  }

  /** Appends a record; call it inside the transaction of the change. Returns its sequence. */
  append(atUtcMs: number, body: EdgeRecordBody): number {
    const append = this.#store.transaction(() => {
      const sequence = this.lastSequence() + 1;
      this.#statement(
        "insert into meta (key, value) values ('outboxSequence', ?) on conflict (key) do update set value = excluded.value",
      ).run(String(sequence));
      this.#statement(`insert into outbox (sequence, at_utc_ms, body, clock_span) values (?, ?, ?, ${spanNow})`).run(
        sequence,
        atUtcMs,
        JSON.stringify(body),
      );
      return sequence;
    });
    const sequence = append();
    for (const listener of this.#listeners) listener();
    return sequence;
  }

  /** Says a row anew in its place; answers false when that is too late, because it was read or acknowledged. */
  replace(sequence: number, atUtcMs: number, body: EdgeRecordBody): boolean {
    if (sequence <= this.#readUpTo) return false;
    const { changes } = this.#statement('update outbox set at_utc_ms = ?, body = ? where sequence = ?').run(
      atUtcMs,
      JSON.stringify(body),
      sequence,
    );
    return changes === 1;
  }

  /** Says rows of a span of the clock anew that never left this core, the oldest first: what `change` makes of them. They belong to no span any more. */
  rewriteUnsent(
    span: number,
    change: (atUtcMs: number, body: EdgeRecordBody) => { atUtcMs: number; body: EdgeRecordBody },
  ): void {
    const rows = this.#statement(
      'select sequence, at_utc_ms, body from outbox where clock_span = ? and sequence > ? order by sequence',
    ).all(span, this.sentSequence()) as OutboxRow[];
    for (const row of rows) {
      const { atUtcMs, body } = change(row.at_utc_ms, this.#read(row.body));
      this.#statement('update outbox set at_utc_ms = ?, body = ?, clock_span = null where sequence = ?').run(
        atUtcMs,
        JSON.stringify(body),
        row.sequence,
      );
    }
  }

  /** Last sequence given out, also when its row has gone; 0 for none. */
  lastSequence(): number {
    const row = this.#statement("select value from meta where key = 'outboxSequence'").get() as
      | { value: string }
      | undefined;
    return row ? Number(row.value) : 0;
  }

  /**
   * Last sequence that may ever have left this core. It is kept before anything is sent: a server that has more than this has it from
   * another life of this store, of which the store was brought back from a copy.
   */
  sentSequence(): number {
    const row = this.#statement("select value from meta where key = 'outboxSent'").get() as
      | { value: string }
      | undefined;
    // A store from before this was kept: whatever it counted may have been sent.
    return row ? Number(row.value) : this.lastSequence();
  }

  noteSent(sequence: number): void {
    if (sequence > this.#knownSent) this.#keepSent(sequence);
  }

  /** At most `limit` records after `sequence`, oldest first. */
  after(sequence: number, limit: number): EdgeRecord[] {
    const rows = this.#statement(
      'select sequence, at_utc_ms, body from outbox where sequence > ? order by sequence limit ?',
    ).all(sequence, limit) as OutboxRow[];
    this.#readUpTo = Math.max(this.#readUpTo, rows.at(-1)?.sequence ?? 0);
    return rows.map((row) => ({ sequence: row.sequence, atUtcMs: row.at_utc_ms, body: this.#read(row.body) }));
  }

  #read(body: string): EdgeRecordBody {
    try {
      return JSON.parse(body) as EdgeRecordBody;
    } catch (error) {
      throw damagedRow(this.#store, error);
    }
  }

  /** Forgets everything up to `sequence`: the server keeps it. */
  acknowledge(sequence: number): void {
    this.#statement('delete from outbox where sequence <= ?').run(sequence);
  }

  /** Rows that wait. They have no holes, so the two ends tell it, however many there are. */
  depth(): number {
    const ends = this.#statement(
      'select (select min(sequence) from outbox) as first, (select max(sequence) from outbox) as last',
    ).get() as {
      first: number | null;
      last: number | null;
    };
    return ends.first === null || ends.last === null ? 0 : ends.last - ends.first + 1;
  }

  /** The cloud has everything up to here; infinite when nothing waits. */
  acknowledgedSequence(): number {
    const { first } = this.#statement('select min(sequence) as first from outbox').get() as { first: number | null };
    return first === null ? Infinity : first - 1;
  }

  /** Starts counting anew, for a new epoch after a new claim; what was not delivered stays, renumbered in order. */
  restart(): void {
    this.#store.transaction(() => {
      const rows = this.#statement(
        'select sequence, at_utc_ms, body, clock_span from outbox order by sequence',
      ).all() as (OutboxRow & { clock_span: number | null })[];
      this.#statement('delete from outbox').run();
      const insert = this.#statement('insert into outbox (sequence, at_utc_ms, body, clock_span) values (?, ?, ?, ?)');
      rows.forEach((row, index) => insert.run(index + 1, row.at_utc_ms, row.body, row.clock_span));
      this.#statement(
        "insert into meta (key, value) values ('outboxSequence', ?) on conflict (key) do update set value = excluded.value",
      ).run(String(rows.length));
      this.#keepSent(0);
      // They name rows by the numbers of before.
      this.#statement('update open_events set update_sequence = null').run();
    })();
    // Of these nobody was told under their new numbers.
    this.#readUpTo = 0;
  }

  #statement(sql: string): Statement<unknown[]> {
    const known = this.#statements.get(sql) ?? this.#store.prepare<unknown[]>(sql);
    this.#statements.set(sql, known);
    return known;
  }

  #keepSent(sequence: number): void {
    this.#statement(
      "insert into meta (key, value) values ('outboxSent', ?) on conflict (key) do update set value = excluded.value",
    ).run(String(sequence));
    this.#knownSent = sequence;
  }

  /** Forgets everything: it was meant for somebody whom this core does not serve any more. */
  clear(): void {
    this.#statement('delete from outbox').run();
  }

  /** Calls `listener` after every append. Returns how to stop. */
  onAppend(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
