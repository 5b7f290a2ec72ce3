import type { AlertChangeRecord } from '@sightline/contracts/alert-rules/alert-rule-link';
import type { Store } from './open-store.ts';
import { damagedRow } from './watched-store.ts';

/** An alert as it was told last. */
export interface KeptAlert {
  record: AlertChangeRecord;
  /** Fingerprint of the condition that it is about. */
  condition: string;
  /** When the condition was met within it the last time, UTC ms. */
  metAtUtcMs: number;
}

interface AlertRow {
  report: string;
  condition: string;
  metAtUtcMs: number;
}

/** Alerts that are open, and of each rule and camera the last one, by which the next is held back. */
export class AlertsStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  put({ record, condition, metAtUtcMs }: KeptAlert): void {
    this.#store
      .prepare(
        `insert into alerts (id, report, condition, met_at_utc_ms) values (?, ?, ?, ?)
         on conflict (id) do update set report = excluded.report, met_at_utc_ms = excluded.met_at_utc_ms`,
      )
      .run(record.alertId, JSON.stringify(record), condition, metAtUtcMs);
  }

  remove(alertId: string): void {
    this.#store.prepare('delete from alerts where id = ?').run(alertId);
  }

  all(): KeptAlert[] {
    const rows = this.#store
      .prepare('select report, condition, met_at_utc_ms as metAtUtcMs from alerts order by id')
      .all() as AlertRow[];
    return rows.map(({ report, ...row }) => ({ ...row, record: this.#read(report) }));
  }

  #read(report: string): AlertChangeRecord {
    try {
      return JSON.parse(report) as AlertChangeRecord;
    } catch (error) {
      throw damagedRow(this.#store, error);
    }
  }

  clear(): void {
    this.#store.prepare('delete from alerts').run();
  }
}
