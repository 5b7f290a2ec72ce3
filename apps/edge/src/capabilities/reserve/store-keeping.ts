import type { Log } from '../../platform/log/log.ts';
import { layBallast } from '../../platform/store/store-ballast.ts';
import { hasReserve, layReserve } from '../../platform/store/store-reserve.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';

const everyMs = 3_600_000;

/** Keeps what a core needs on the day on which its disk is full or its store is damaged. */
export class StoreKeeping {
  readonly #dataFolder: string;
  readonly #log: Log;

  constructor({ config, log }: { config: { dataFolder: string }; log: Log }) {
    this.#dataFolder = config.dataFolder;
    this.#log = log;
  }

  /** Now and every hour: what was used of the reserves is laid again once there is room. Answers how to stop. */
  start(stores: EdgeStores): () => void {
    // The log of a store that was just opened is short, whatever its file has left.
    this.#layReserve(stores);
    const keep = (): void => {
      this.copyDesired(stores);
      if (!hasReserve(stores.store, this.#dataFolder)) this.#layReserve(stores);
      layBallast(this.#dataFolder).catch((error: unknown) =>
        this.#log.warn({ detail: String(error) }, 'no room can be kept for a start on a full disk'),
      );
    };
    const timer = setInterval(keep, everyMs).unref();
    keep();
    return () => clearInterval(timer);
  }

  /** What is wanted has changed. */
  copyDesired({ desiredCopy }: EdgeStores): void {
    desiredCopy.later((error) =>
      this.#log.warn(
        { detail: String(error) },
        'what is wanted could not be copied for the case that the store is damaged',
      ),
    );
  }

  #layReserve({ store }: EdgeStores): void {
    try {
      layReserve(store, this.#dataFolder);
    } catch (error) {
      this.#log.warn({ detail: String(error) }, 'no room can be kept for the store');
    }
  }
}
