import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { CountedMinute } from '@sightline/domain/entrances/counted-minutes';
import type { Store } from '../../platform/store/open-store.ts';
import { damagedRow } from '../../platform/store/watched-store.ts';

/** An entrance at the camera by which it is counted. */
export interface EntrancePlace {
  entranceId: string;
  cameraId: string;
}

/** A minute of an entrance as this core knows it. */
export interface KeptMinute extends CountedMinute, EntrancePlace {
  /** Rises with everything that becomes known of it. */
  revision: number;
  /** The outbox has this revision. */
  isTold: boolean;
}

interface MinuteRow {
  entranceId: string;
  cameraId: string;
  atUtcMs: number;
  counted: string;
  revision: number;
  isTold: number;
}

/** Minutes that may still change, or that the server was not told of. */
export class EntranceMinutesStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  put({ entranceId, cameraId, atUtcMs, ins, outs, watchedMs, revision, isTold }: KeptMinute): void {
    this.#store
      .prepare(
        `insert into entrance_minutes (entrance_id, camera_id, at_utc_ms, counted, revision, is_told) values (?, ?, ?, ?, ?, ?)
         on conflict (entrance_id, camera_id, at_utc_ms)
         do update set counted = excluded.counted, revision = excluded.revision, is_told = excluded.is_told`,
      )
      .run(entranceId, cameraId, atUtcMs, JSON.stringify({ ins, outs, watchedMs }), revision, isTold ? 1 : 0);
  }

  remove({ entranceId, cameraId, atUtcMs }: EntrancePlace & { atUtcMs: number }): void {
    this.#store
      .prepare('delete from entrance_minutes where entrance_id = ? and camera_id = ? and at_utc_ms = ?')
      .run(entranceId, cameraId, atUtcMs);
  }

  all(): KeptMinute[] {
    const rows = this.#store
      .prepare(
        `select entrance_id as entranceId, camera_id as cameraId, at_utc_ms as atUtcMs, counted, revision, is_told as isTold
         from entrance_minutes order by at_utc_ms`,
      )
      .all() as MinuteRow[];
    return rows.map(({ counted, isTold, ...row }) => ({ ...row, ...this.#read(counted), isTold: isTold === 1 }));
  }

  /** Whether the outbox has at this number the record of these minutes: it may have been numbered anew. */
  isRecord({ sequence, times }: { sequence: number; times: readonly number[] }, place: EntrancePlace): boolean {
    const body = this.#store.prepare('select body from outbox where sequence = ?').pluck().get(sequence);
    if (typeof body !== 'string') return false;
    const record = JSON.parse(body) as EdgeRecordBody;
    if (record.kind !== 'entranceMinutes') return false;
    const isOfPlace = record.entranceId === place.entranceId && record.cameraId === place.cameraId;
    const said = new Set(record.minutes.map(({ atUtcMs }) => atUtcMs));
    return isOfPlace && said.size === times.length && times.every((atUtcMs) => said.has(atUtcMs));
  }

  clear(): void {
    this.#store.prepare('delete from entrance_minutes').run();
  }

  #read(counted: string): Pick<KeptMinute, 'ins' | 'outs' | 'watchedMs'> {
    try {
      return JSON.parse(counted) as Pick<KeptMinute, 'ins' | 'outs' | 'watchedMs'>;
    } catch (error) {
      throw damagedRow(this.#store, error);
    }
  }
}
