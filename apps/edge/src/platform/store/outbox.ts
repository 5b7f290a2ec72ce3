import type { EdgeRecord, EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { Store } from './open-store.ts';

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
  private readonly store: Store;
  private readonly listeners = new Set<() => void>();

  constructor(store: Store) {
    this.store = store;
  }

  /** Appends a record; call it inside the transaction of the change. Returns its sequence. */
  append(atUtcMs: number, body: EdgeRecordBody): number {
    const append = this.store.transaction(() => {
      const sequence = this.lastSequence() + 1;
      this.store
        .prepare("insert into meta (key, value) values ('outboxSequence', ?) on conflict (key) do update set value = excluded.value")
        .run(String(sequence));
      this.store.prepare('insert into outbox (sequence, at_utc_ms, body) values (?, ?, ?)').run(sequence, atUtcMs, JSON.stringify(body));
      return sequence;
    });
    const sequence = append();
    for (const listener of this.listeners) listener();
    return sequence;
  }

  /** Last sequence given out, also when its row has gone; 0 for none. */
  lastSequence(): number {
    const row = this.store.prepare("select value from meta where key = 'outboxSequence'").get() as { value: string } | undefined;
    return row ? Number(row.value) : 0;
  }

  /** At most `limit` records after `sequence`, oldest first. */
  after(sequence: number, limit: number): EdgeRecord[] {
    const rows = this.store
      .prepare('select sequence, at_utc_ms, body from outbox where sequence > ? order by sequence limit ?')
      .all(sequence, limit) as OutboxRow[];
    return rows.map((row) => ({ sequence: row.sequence, atUtcMs: row.at_utc_ms, body: JSON.parse(row.body) as EdgeRecordBody }));
  }

  /** Forgets everything up to `sequence`: the server keeps it. */
  acknowledge(sequence: number): void {
    this.store.prepare('delete from outbox where sequence <= ?').run(sequence);
  }

  depth(): number {
    return (this.store.prepare('select count(*) as n from outbox').get() as { n: number }).n;
  }

  /** Starts counting anew, for a new epoch after a new claim; what was not delivered stays, renumbered in order. */
  restart(): void {
    this.store.transaction(() => {
      const rows = this.store.prepare('select sequence, at_utc_ms, body from outbox order by sequence').all() as OutboxRow[];
      this.store.prepare('delete from outbox').run();
      const insert = this.store.prepare('insert into outbox (sequence, at_utc_ms, body) values (?, ?, ?)');
      rows.forEach((row, index) => insert.run(index + 1, row.at_utc_ms, row.body));
      this.store
        .prepare("insert into meta (key, value) values ('outboxSequence', ?) on conflict (key) do update set value = excluded.value")
        .run(String(rows.length));
    })();
  }

  /** Forgets everything: it was meant for somebody whom this core does not serve any more. */
  clear(): void {
    this.store.prepare('delete from outbox').run();
  }

  /** Calls `listener` after every append. Returns how to stop. */
  onAppend(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
