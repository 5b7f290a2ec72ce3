import type { DoorCandidateRecord, DoorStateRecord } from '@sightline/contracts/doors/door-link';
import { partOf } from '@sightline/domain/doors/door-grid';
import { overlap } from '@sightline/domain/doors/door-finding';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { StoreQueue } from '../../platform/store/store-queue.ts';
import type { FactListener } from '../analyse/analysis.ts';
import type { DoorsTold, SeenDoor, WatchedDoor } from '../recognise/doors/door-messages.ts';
import { DoorsStore, type KeptCandidate, type KeptDoor } from './doors-store.ts';

export interface DoorsDeps {
  stores: Pick<EdgeStores, 'store' | 'outbox' | 'desired' | 'cameras'>;
  log: Log;
  clock: Clock;
  /** These doors are to be watched, by camera. */
  setDoors: (doors: ReadonlyMap<string, readonly WatchedDoor[]>) => void;
}

/** Until when a door was seen is written this seldom: a core that dies knows it to the minute. */
const keepEveryMs = 60_000;
/** Looks are told again this seldom. */
const tellAgainMs = 3_600_000;

/** The doors of this core: how they are, from what is seen to records, and the places that seem to be doors. */
export class Doors implements FactListener {
  readonly #deps: DoorsDeps;
  readonly #rows: DoorsStore;
  readonly #writes: StoreQueue;
  readonly #known = new Map<string, KeptDoor>();
  readonly #keptUtcMs = new Map<string, number>();
  #candidates: KeptCandidate[];
  #watched = new Map<string, string>();
  #isStopped = false;

  constructor(deps: DoorsDeps) {
    this.#deps = deps;
    this.#rows = new DoorsStore(deps.stores.store);
    this.#writes = new StoreQueue(deps.log);
    for (const door of this.#rows.doors()) this.#known.set(door.doorId, door);
    this.#candidates = this.#rows.candidates();
  }

  /** While no core ran nobody looked. */
  start(): void {
    for (const door of this.#known.values()) this.#lose(door);
    this.configure();
  }

  /** Doors or cameras may have changed. */
  configure(): void {
    if (this.#isStopped) return;
    const { desired, cameras } = this.#deps.stores;
    const cameraIds = new Set(cameras.list().map(({ id }) => id));
    const wanted = desired.list('door').filter(({ content }) => cameraIds.has(content.cameraId));
    this.#watched = new Map(wanted.map(({ id, content }) => [id, content.cameraId]));
    const byCamera = Map.groupBy(wanted, ({ content }) => content.cameraId);
    this.#forget(cameraIds);
    this.#deps.setDoors(
      new Map(
        [...byCamera].map(([cameraId, doors]) => [
          cameraId,
          doors.map(({ id, content: { area, looks } }) => ({ doorId: id, area, looks })),
        ]),
      ),
    );
  }

  hear(cameraId: string, told: DoorsTold): void {
    if (this.#isStopped) return;
    if (told.kind === 'found') this.#find(cameraId, told);
    else for (const door of told.doors) this.#see(cameraId, door, told.atUtcMs);
  }

  /** Doors are told of apart from what rules are judged by. */
  facts(): void {}

  /** Nobody looks at these cameras any more. */
  blind(cameraIds: readonly string[]): void {
    if (this.#isStopped) return;
    for (const door of this.#known.values()) if (cameraIds.includes(door.cameraId)) this.#lose(door);
  }

  /** The server has forgotten how doors are. */
  tellAll(): void {
    for (const door of this.#known.values()) this.#tell({ ...door, revision: door.revision + 1 });
  }

  /** Times of now were wrong: what waits in the outbox was moved already. */
  correctTimes(right: (utcMs: number) => number): void {
    for (const [doorId, door] of this.#known)
      this.#known.set(doorId, { ...door, atUtcMs: right(door.atUtcMs), seenUtcMs: right(door.seenUtcMs) });
    this.#candidates = this.#candidates.map((one) => ({ ...one, toldUtcMs: right(one.toldUtcMs) }));
    this.#keptUtcMs.clear();
    this.#write(() => {
      for (const door of this.#known.values()) this.#rows.putDoor(door);
      for (const candidate of this.#candidates) this.#rows.putCandidate(candidate);
    });
  }

  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#write(() => {
      for (const door of this.#known.values()) this.#rows.putDoor(door);
    });
    this.#writes.stop();
  }

  #see(cameraId: string, { doorId, state, sinceUtcMs }: SeenDoor, atUtcMs: number): void {
    if (this.#watched.get(doorId) !== cameraId || state === 'gone') return;
    const before = this.#known.get(doorId);
    if (before !== undefined && before.state === state) {
      const seen = { ...before, seenUtcMs: Math.max(before.seenUtcMs, atUtcMs) };
      this.#known.set(doorId, seen);
      this.#keep(seen);
      return;
    }
    const revision = (before?.revision ?? 0) + 1;
    this.#tell({ doorId, cameraId, state, atUtcMs: sinceUtcMs, revision, seenUtcMs: atUtcMs });
  }

  /** From when it was seen last on nobody knows how it is. */
  #lose(door: KeptDoor): void {
    if (door.state === 'unsure') return;
    const atUtcMs = Math.max(door.atUtcMs, door.seenUtcMs);
    this.#tell({ ...door, state: 'unsure', atUtcMs, revision: door.revision + 1 });
  }

  #tell(door: KeptDoor): void {
    this.#known.set(door.doorId, door);
    const { doorId, cameraId, state, revision } = door;
    const atUtcMs = Math.round(door.atUtcMs);
    const record: DoorStateRecord = { kind: 'doorState', doorId, cameraId, state, atUtcMs, revision };
    this.#write(() => {
      this.#rows.putDoor(door);
      this.#deps.stores.outbox.append(Math.round(this.#deps.clock.nowUtcMs()), record);
    });
  }

  #keep(door: KeptDoor): void {
    const keptUtcMs = this.#keptUtcMs.get(door.doorId) ?? 0;
    if (Math.abs(door.seenUtcMs - keptUtcMs) < keepEveryMs) return;
    this.#keptUtcMs.set(door.doorId, door.seenUtcMs);
    this.#write(() => this.#rows.putDoor(door));
  }

  #find(cameraId: string, { doorId, area, looks, atUtcMs }: Extract<DoorsTold, { kind: 'found' }>): void {
    if (doorId !== null && this.#watched.get(doorId) !== cameraId) return;
    const before = this.#candidates.find((one) =>
      doorId === null ? one.cameraId === cameraId && overlap(partOf(one.area), partOf(area)) : one.doorId === doorId,
    );
    if (before !== undefined && Math.abs(atUtcMs - before.toldUtcMs) < tellAgainMs) return;
    const candidate = { doorId: doorId ?? before?.doorId ?? uuidv7(), cameraId, area, toldUtcMs: atUtcMs };
    this.#candidates = [...this.#candidates.filter((one) => one !== before), candidate];
    const [first, second] = looks.map(({ signature, jpeg, atUtcMs: lookUtcMs }) => ({
      signature,
      picture: Buffer.from(jpeg).toString('base64'),
      atUtcMs: Math.round(lookUtcMs),
    }));
    const record: DoorCandidateRecord = {
      kind: 'doorCandidate',
      doorId: candidate.doorId,
      cameraId,
      area,
      looks: [first!, second!],
      atUtcMs: Math.round(atUtcMs),
    };
    this.#write(() => {
      this.#rows.putCandidate(candidate);
      this.#deps.stores.outbox.append(Math.round(this.#deps.clock.nowUtcMs()), record);
    });
  }

  /** Of doors that are not watched any more nothing is kept, and of cameras that are gone nothing either. */
  #forget(cameraIds: ReadonlySet<string>): void {
    const gone = [...this.#known.keys()].filter((doorId) => !this.#watched.has(doorId));
    const candidates = this.#candidates.filter(({ cameraId }) => !cameraIds.has(cameraId));
    for (const doorId of gone) {
      this.#known.delete(doorId);
      this.#keptUtcMs.delete(doorId);
    }
    this.#candidates = this.#candidates.filter((one) => !candidates.includes(one));
    if (gone.length === 0 && candidates.length === 0) return;
    this.#write(() => {
      for (const doorId of gone) this.#rows.removeDoor(doorId);
      for (const { doorId } of candidates) this.#rows.removeCandidate(doorId);
    });
  }

  #write(job: () => void): void {
    this.#writes.add(this.#deps.stores.store.transaction(job));
  }
}
