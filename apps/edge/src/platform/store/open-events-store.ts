import type { EventReport } from '@sightline/contracts/events/event';
import type { Store } from './open-store.ts';
import { damagedRow } from './watched-store.ts';

/** An event that is not closed, as last told; `updateSequence` is the outbox row of its last `updated` revision. */
export interface OpenEvent {
  report: EventReport;
  updateSequence: number | null;
}

interface OpenEventRow {
  report: string;
  updateSequence: number | null;
}

const columns = 'report, update_sequence as updateSequence';

/** Events that nobody has closed. */
export class OpenEventsStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  get(eventId: string): OpenEvent | null {
    const row = this.#store.prepare(`select ${columns} from open_events where id = ?`).get(eventId) as
      | OpenEventRow
      | undefined;
    return row ? this.#read(row) : null;
  }

  put({ report, updateSequence }: OpenEvent): void {
    this.#store
      .prepare(
        `insert into open_events (id, camera_id, report, update_sequence) values (?, ?, ?, ?)
         on conflict (id) do update set report = excluded.report, update_sequence = excluded.update_sequence`,
      )
      .run(report.eventId, report.cameraId, JSON.stringify(report), updateSequence);
  }

  remove(eventId: string): void {
    this.#store.prepare('delete from open_events where id = ?').run(eventId);
  }

  ofCamera(cameraId: string): OpenEvent[] {
    return (
      this.#store.prepare(`select ${columns} from open_events where camera_id = ?`).all(cameraId) as OpenEventRow[]
    ).map((row) => this.#read(row));
  }

  all(): OpenEvent[] {
    return (this.#store.prepare(`select ${columns} from open_events`).all() as OpenEventRow[]).map((row) =>
      this.#read(row),
    );
  }

  #read(row: OpenEventRow): OpenEvent {
    try {
      return { ...row, report: JSON.parse(row.report) as EventReport };
    } catch (error) {
      throw damagedRow(this.#store, error);
    }
  }

  clear(): void {
    this.#store.prepare('delete from open_events').run();
  }
}
