import type { RetentionStep } from './plan-retention.ts';
import type { RetentionDeps } from './retention.ts';
import { RoomBudget } from './room-budget.ts';
import { roomTakers } from './room-takers.ts';
import type { Clock } from '../../platform/clock.ts';
import { floorBytesOf } from '../../platform/footage-floor.ts';
import type { Log } from '../../platform/log/log.ts';
import { StoreQueue } from '../../platform/store/store-queue.ts';
import { CoreNotices } from '../report/core-notices.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import type { KeptFile } from '../../platform/store/protected-spans-store.ts';
import { MissingFootage } from './missing-footage.ts';

export interface FootageLossesDeps {
  stores: EdgeStores;
  volume: string;
  clock: Clock;
  log: Log;
  exportFolder?: string;
  isHere?: () => Promise<boolean>;
  /** The owner's floor of days as it is now; a day unless said. */
  leastDays?: () => number;
}

interface FootageLossesHooks {
  nowUtcMs: () => number;
  /** `isBelowLeast`: it was younger than what is kept at least, and went for the room alone. */
  forget: (step: RetentionStep, isBelowLeast: boolean) => void;
  /** Whether retention lets go of a file just now. */
  isDeleting: (path: string) => boolean;
}

const dayMs = 86_400_000;
/** The whole reserve is made again within this, where cameras write less. */
const minRoomMs = 6 * 3_600_000;
const quietMs = 3_600_000;

const mebibytes = (bytes: number): string => `${String(Math.ceil(bytes / 1024 ** 2))} MiB`;

/** Keeps footage from being lost in silence: to others who fill the disk or delete files, or before the owner would expect it. */
export class FootageLosses {
  readonly #deps: FootageLossesDeps;
  readonly #nowUtcMs: () => number;
  readonly #forget: FootageLossesHooks['forget'];
  readonly #notices: CoreNotices;
  /** Files go first: on a full disk that is what makes room for the store to forget them. */
  readonly #writes: StoreQueue;
  readonly #missing: MissingFootage;

  constructor(deps: FootageLossesDeps, { nowUtcMs, forget, isDeleting }: FootageLossesHooks) {
    const { stores, volume, clock, log, isHere = () => Promise.resolve(true) } = deps;
    this.#deps = deps;
    this.#nowUtcMs = nowUtcMs;
    this.#forget = forget;
    this.#writes = new StoreQueue(log);
    this.#notices = new CoreNotices({
      outbox: stores.outbox,
      log,
      nowUtcMs: clock.nowUtcMs,
      monotonicMs: clock.monotonicMs,
    });
    this.#missing = new MissingFootage({
      stores,
      volume,
      isHere,
      isBehind: (path) => this.#writes.depth > 0 || isDeleting(path),
      notices: this.#notices,
      log,
      nowUtcMs,
    });
  }

  /** What retention has to ask and to tell. */
  get hooks(): Pick<RetentionDeps, 'budget' | 'short' | 'removed'> {
    return {
      budget: new RoomBudget({ bytesPerMs: () => this.#roomPerMs(), monotonicMs: this.#deps.clock.monotonicMs }),
      short: (missingBytes) => void this.#notifyTakers(missingBytes),
      removed: (step) => this.#removed(step),
    };
  }

  start(): void {
    this.#missing.start();
  }

  /** Somebody did not find this file. */
  checkFile(path: string): void {
    this.#missing
      .check(path)
      .catch((error: unknown) =>
        this.#deps.log.warn({ path, detail: String(error) }, 'a missing file could not be looked for'),
      );
  }

  async stop(): Promise<void> {
    await this.#missing.stop();
    this.#notices.stop();
    this.#writes.stop();
  }

  /** Cameras need room for what they write. Twice as much is made, and a little also where nothing is written. */
  #roomPerMs(): number {
    const { stores, volume } = this.#deps;
    const streams = stores.cameras.streams().filter(({ removedAtUtcMs }) => removedAtUtcMs === null);
    const written = streams.reduce((sum, { id }) => sum + stores.segments.rateOf(id), 0);
    return Math.max(2 * written, floorBytesOf(volume) / minRoomMs);
  }

  /** Footage alone never needs more room than is made for it: something else takes it. */
  async #notifyTakers(missingBytes: number): Promise<void> {
    const { volume, log, clock, exportFolder } = this.#deps;
    try {
      const except = [volume, ...(exportFolder === undefined ? [] : [exportFolder])];
      const takers = await roomTakers({ folder: volume, except, sinceUtcMs: clock.nowUtcMs() - dayMs });
      const named = takers.map(({ path, bytes }) => `${path} (${mebibytes(bytes)})`).join(', ');
      this.#notices.notify(
        { code: 'disk_room_taken', subject: volume, detail: `${mebibytes(missingBytes)}: ${named}` },
        quietMs,
      );
    } catch (error) {
      log.warn({ detail: String(error) }, 'who takes the room of the disk could not be found out');
    }
  }

  /** Files that were kept for alerts are so no longer: whoever was told that they are is told. */
  giveUp(files: readonly KeptFile[]): void {
    const { stores, clock } = this.#deps;
    const nowUtcMs = Math.round(this.#nowUtcMs());
    for (const file of files) {
      this.#writes.add(() => {
        stores.store.transaction(() => {
          for (const alertId of stores.protectedSpans.giveUp(file, nowUtcMs))
            stores.outbox.append(Math.round(clock.nowUtcMs()), {
              kind: 'alertFootage',
              alertId,
              cameraId: file.cameraId,
              untilUtcMs: null,
            });
        })();
      });
      this.#notices.notify(
        {
          code: 'alert_footage_given_up',
          subject: file.cameraId,
          detail: `${file.cameraId} (${new Date(file.startUtcMs).toISOString()})`,
        },
        quietMs,
      );
    }
  }

  #removed(step: RetentionStep): Promise<void> {
    const { leastDays = () => 1 } = this.#deps;
    const isBelowLeast = step.reason === 'floor' && this.#nowUtcMs() - step.endUtcMs < leastDays() * dayMs;
    if (isBelowLeast) this.#notifyYoung(step);
    if (step.wasKept === true) this.giveUp([{ ...step, cameraId: this.#cameraOf(step) }]);
    return new Promise<void>((resolve) =>
      this.#writes.add(() => {
        this.#forget(step, isBelowLeast);
        resolve();
      }),
    );
  }

  /** The owner's floor is never passed in silence. */
  #notifyYoung({ path, endUtcMs }: RetentionStep): void {
    const cameraId = this.#cameraOf({ path });
    this.#notices.notify(
      { code: 'footage_below_least', subject: cameraId, detail: `${cameraId} (${new Date(endUtcMs).toISOString()})` },
      quietMs,
    );
  }

  #cameraOf({ path }: Pick<RetentionStep, 'path'>): string {
    const streamId = path.slice(0, path.indexOf('/'));
    return this.#deps.stores.cameras.streams().find(({ id }) => id === streamId)?.cameraId ?? streamId;
  }
}
