import type { ThumbnailKind } from '@sightline/contracts/events/event';
import type { Log } from '../../platform/log/log.ts';
import { MetaStore } from '../../platform/store/meta-store.ts';
import type { Store } from '../../platform/store/open-store.ts';
import type { Outbox } from '../../platform/store/outbox.ts';
import { StoreQueue } from '../../platform/store/store-queue.ts';

/** A picture of an event that the server will never get. */
export interface LostPicture {
  eventId: string;
  cameraId: string;
  startedAtUtcMs: number;
  kind: ThumbnailKind;
}

export interface PicturesLostDeps {
  store: Store;
  outbox: Outbox;
  log: Log;
  nowUtcMs: () => number;
  /** Losses are gathered for so long before they are told. */
  gatherMs?: number;
  /** Without another one for so long the loss is over, and its number is told. */
  overMs?: number;
}

const key = 'picturesLost';
const gatherMs = 2_000;
const overMs = 60_000;
/** As many as one record carries. */
const maxAtOnce = 200;

/**
 * Tells the server which pictures will not come, so that nobody waits for them, and how many they were: at the first one, and
 * when it is over. The count outlives the process.
 */
export class PicturesLost {
  readonly #deps: PicturesLostDeps;
  readonly #writes: StoreQueue;
  readonly #meta: MetaStore;
  #gathered: LostPicture[] = [];
  #gathering: NodeJS.Timeout | null = null;
  #ending: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(deps: PicturesLostDeps) {
    this.#deps = deps;
    this.#writes = new StoreQueue(deps.log);
    this.#meta = new MetaStore(deps.store);
    if (this.#count() > 0) this.#waitForEnd();
  }

  add(lost: LostPicture): void {
    if (this.#isStopped) return;
    this.#gathered.push(lost);
    if (this.#gathered.length >= maxAtOnce) this.flush();
    else this.#gathering ??= setTimeout(() => this.flush(), this.#deps.gatherMs ?? gatherMs);
  }

  /** Tells what was gathered. */
  flush(): void {
    if (this.#gathering) clearTimeout(this.#gathering);
    this.#gathering = null;
    const pictures = this.#gathered;
    this.#gathered = [];
    if (pictures.length === 0) return;
    this.#write(() => {
      const before = this.#count();
      this.#meta.set(key, String(before + pictures.length));
      if (before === 0) this.#notice('pictures of events are lost from now on');
      this.#deps.outbox.append(this.#now(), { kind: 'picturesLost', pictures });
    });
    if (!this.#isStopped) this.#waitForEnd();
  }

  stop(): void {
    this.#isStopped = true;
    this.flush();
    if (this.#ending) clearTimeout(this.#ending);
    this.#writes.stop();
  }

  #waitForEnd(): void {
    if (this.#ending) clearTimeout(this.#ending);
    this.#ending = setTimeout(() => this.#end(), this.#deps.overMs ?? overMs);
  }

  #end(): void {
    this.#write(() => {
      const count = this.#count();
      if (count === 0) return;
      this.#notice(`pictures of events lost until now: ${String(count)}`);
      this.#meta.remove(key);
    });
  }

  #notice(detail: string): void {
    this.#deps.outbox.append(this.#now(), { kind: 'coreNotice', code: 'pictures_lost', detail });
  }

  #write(job: () => void): void {
    this.#writes.add(this.#deps.store.transaction(job));
  }

  #count(): number {
    return Number(this.#meta.get(key) ?? 0);
  }

  #now(): number {
    return Math.round(this.#deps.nowUtcMs());
  }
}
