import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LinkClient, type LinkOptions } from '../../apps/edge/src/platform/link/link-client.ts';
import type { Log } from '../../apps/edge/src/platform/log/log.ts';
import { CamerasStore } from '../../apps/edge/src/platform/store/cameras-store.ts';
import { DesiredStore } from '../../apps/edge/src/platform/store/desired-store.ts';
import { MetaStore } from '../../apps/edge/src/platform/store/meta-store.ts';
import { Outbox } from '../../apps/edge/src/platform/store/outbox.ts';
import { openStore, type Store } from '../../apps/edge/src/platform/store/open-store.ts';
import { newId } from '../../apps/server/src/platform/ids/ids.ts';
import { simulatedEdgeId } from './memory-rows.ts';
import { type VirtualNetwork, VirtualSocket } from './virtual-network.ts';
import type { VirtualTime } from './virtual-time.ts';

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
} as unknown as Log;
const key = Buffer.alloc(32, 7);
const health = { cpuShare: 0, memoryBytes: 1, memoryTotalBytes: 2, diskFreeBytes: 3, diskTotalBytes: 4, uptimeMs: 5 };

let blank: { bytes: Buffer; open: (bytes: Buffer) => Store } | null = null;

/** A disk on which a core was never run, and how disks in memory are opened. */
function blankDisk(): NonNullable<typeof blank> {
  if (blank !== null) return blank;
  const folder = mkdtempSync(join(tmpdir(), 'blank-disk-'));
  const store = openStore(join(folder, 'core.sqlite'));
  // A file with a log beside it cannot be opened from memory.
  store.pragma('journal_mode = DELETE');
  const Opened = store.constructor as new (bytes: Buffer) => Store;
  blank = { bytes: store.serialize(), open: (bytes) => new Opened(bytes) };
  store.close();
  rmSync(folder, { recursive: true });
  return blank;
}

const openDisk = (bytes: Buffer): Store => blankDisk().open(bytes);

interface CoreOptions {
  time: VirtualTime;
  network: VirtualNetwork;
  identity: LinkOptions['identity'];
  nowUtcMs: () => number;
}

/** Recognition of a camera that others have a say in. */
export interface Recognised {
  comparesFaces: boolean;
  readsPlates: boolean;
}

/** A record as the simulation remembers it. */
export interface Written {
  number: number;
  /** Counts how often the disk was brought back before. */
  life: number;
}

/** What a copy of the disk holds. */
export interface DiskCopy {
  bytes: Buffer;
  /** Numbers of records that were in it and waited. */
  waiting: number[];
}

/** The core's side of the link: its own client, outbox and store, on a disk in memory that can be copied. */
export class SimulatedCore {
  readonly written: Written[] = [];
  /** Numbers of records whose disk was lost before it was said that they are kept, and those that came back with a copy. */
  readonly perished = new Set<number>();
  readonly revived = new Set<number>();
  life = 0;
  readonly #options: CoreOptions;
  #store = openDisk(blankDisk().bytes);
  #link: LinkClient | null = null;
  #outbox: Outbox;
  #desired: DesiredStore;
  #cameras: CamerasStore;

  constructor(options: CoreOptions) {
    this.#options = options;
    this.#outbox = new Outbox(this.#store);
    this.#desired = new DesiredStore(this.#store, key);
    this.#cameras = new CamerasStore(this.#store, this.#desired);
    new MetaStore(this.#store).set('epoch', newId());
  }

  get isConnected(): boolean {
    return this.#link?.isConnected === true;
  }

  get waiting(): number {
    return this.#outbox.depth();
  }

  contentHash(): string {
    return this.#desired.contentHash();
  }

  /** What each camera recognises here, by its id. */
  recognised(): Record<string, Recognised> {
    return Object.fromEntries(
      this.#cameras
        .list()
        .map(({ id, analysis: { comparesFaces, readsPlates } }) => [id, { comparesFaces, readsPlates }]),
    );
  }

  write(count: number): void {
    this.#store.transaction(() => {
      for (let index = 0; index < count; index++) {
        const number = this.written.length;
        this.written.push({ number, life: this.life });
        this.#outbox.append(0, { kind: 'coreNotice', code: 'disk_slow', detail: String(number) });
      }
    })();
  }

  start(): void {
    if (this.#link !== null) return;
    const { identity, network, nowUtcMs, time } = this.#options;
    const meta = new MetaStore(this.#store);
    this.#link = new LinkClient({
      serverUrl: 'http://127.0.0.1:9',
      edgeId: simulatedEdgeId,
      epoch: meta.get('epoch') ?? '',
      newEpoch: () => {
        const epoch = newId();
        this.#store.transaction(() => {
          meta.set('epoch', epoch);
          this.#outbox.restart();
        })();
        return epoch;
      },
      instanceId: newId(),
      version: '1',
      capabilities: () => ['record'],
      identity,
      dial: () => {
        const socket = new VirtualSocket();
        network.dial(socket);
        return socket as unknown as ReturnType<NonNullable<LinkOptions['dial']>>;
      },
      outbox: this.#outbox,
      thumbnails: { next: () => null, read: async () => null, done: () => undefined, onChange: () => () => undefined },
      clock: { nowUtcMs, monotonicMs: () => time.nowMs },
      log: quiet,
      health: async () => health,
      localEndpointFacts: () => null,
      lastOperation: () => this.#desired.lastOperation(),
      syncedKinds: () => this.#desired.kinds(),
      contentHash: () => this.#desired.contentHash(),
      onOperation: (operation) => {
        if (this.#desired.apply(operation, 0) === 'refused') return null;
        return this.#desired.contentHash();
      },
      onRequest: async () => ({}),
    });
    this.#link.start();
  }

  /** Its process ends without a word; the disk stays. */
  kill(): void {
    this.#link?.stop();
    this.#link = null;
    this.#open(this.#store.serialize());
  }

  copy(): DiskCopy {
    return { bytes: this.#store.serialize(), waiting: this.#outbox.after(0, 1e6).map(numberOf) };
  }

  /** The disk broke, and what a copy of before holds is all there is. */
  restore({ bytes, waiting }: DiskCopy): void {
    for (const record of this.#outbox.after(0, 1e6)) this.perished.add(numberOf(record));
    this.kill();
    this.#open(bytes);
    for (const number of waiting) this.revived.add(number);
    this.life += 1;
  }

  close(): void {
    this.#link?.stop();
    this.#store.close();
  }

  #open(bytes: Buffer): void {
    this.#store.close();
    this.#store = openDisk(bytes);
    this.#outbox = new Outbox(this.#store);
    this.#desired = new DesiredStore(this.#store, key);
    this.#cameras = new CamerasStore(this.#store, this.#desired);
  }
}

const numberOf = ({ body }: { body: unknown }): number => Number((body as { detail: string }).detail);
