import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import type { DoorPosition } from '@sightline/contracts/doors/door-link';
import type { Store } from '../../platform/store/open-store.ts';
import { damagedRow } from '../../platform/store/watched-store.ts';

/** How a door is as the server was told last. */
export interface KeptDoor {
  doorId: string;
  cameraId: string;
  state: DoorPosition;
  atUtcMs: number;
  revision: number;
  /** Until then it was seen so. */
  seenUtcMs: number;
}

/** A place that was found; its id stays. */
export interface KeptCandidate {
  doorId: string;
  cameraId: string;
  area: PicturePoint[];
  toldUtcMs: number;
}

/** What the core remembers of doors. */
export class DoorsStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  doors(): KeptDoor[] {
    return this.#store
      .prepare(
        `select door_id as doorId, camera_id as cameraId, state, at_utc_ms as atUtcMs, revision, seen_utc_ms as seenUtcMs
         from door_states`,
      )
      .all() as KeptDoor[];
  }

  putDoor({ doorId, cameraId, state, atUtcMs, revision, seenUtcMs }: KeptDoor): void {
    this.#store
      .prepare(
        `insert into door_states (door_id, camera_id, state, at_utc_ms, revision, seen_utc_ms) values (?, ?, ?, ?, ?, ?)
         on conflict (door_id) do update set camera_id = excluded.camera_id, state = excluded.state, at_utc_ms = excluded.at_utc_ms,
           revision = excluded.revision, seen_utc_ms = excluded.seen_utc_ms`,
      )
      .run(doorId, cameraId, state, Math.round(atUtcMs), revision, Math.round(seenUtcMs));
  }

  removeDoor(doorId: string): void {
    this.#store.prepare('delete from door_states where door_id = ?').run(doorId);
  }

  candidates(): KeptCandidate[] {
    const rows = this.#store
      .prepare('select door_id as doorId, camera_id as cameraId, area, told_utc_ms as toldUtcMs from door_candidates')
      .all() as (Omit<KeptCandidate, 'area'> & { area: string })[];
    return rows.map((row) => ({ ...row, area: this.#read(row.area) }));
  }

  putCandidate({ doorId, cameraId, area, toldUtcMs }: KeptCandidate): void {
    this.#store
      .prepare(
        `insert into door_candidates (door_id, camera_id, area, told_utc_ms) values (?, ?, ?, ?)
         on conflict (door_id) do update set area = excluded.area, told_utc_ms = excluded.told_utc_ms`,
      )
      .run(doorId, cameraId, JSON.stringify(area), Math.round(toldUtcMs));
  }

  removeCandidate(doorId: string): void {
    this.#store.prepare('delete from door_candidates where door_id = ?').run(doorId);
  }

  #read(area: string): PicturePoint[] {
    try {
      return JSON.parse(area) as PicturePoint[];
    } catch (error) {
      throw damagedRow(this.#store, error);
    }
  }
}
