import { v7 as uuidv7 } from 'uuid';
import { nowUtcMs } from '../../platform/clock.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';

const dayMs = 86_400_000;
/** The server keeps gaps of so long. */
const toldDays = 31;
/** More than a month of an honest core holds; the rest is in the ledger, where playback reads it. */
const maxGaps = 20_000;
/** What the server was never told: time in which nothing was wanted, and footage whose days were over. */
const quietCauses = ['recording_no_motion', 'recording_no_objects', 'stream_not_stored', 'footage_expired'];

interface ToldDeps {
  stores: Pick<EdgeStores, 'store' | 'outbox' | 'cameras' | 'gaps'>;
  /** Lets everybody say how things are now. */
  notifyAll: () => void;
  nowUtcMs: number;
}

/**
 * Says everything once more that the server may have forgotten, because it was brought back from an older copy: how streams and parts of
 * cameras are now, and the gaps of its memory. Each is known to the server by its id, so that what it has already is no second one.
 */
export function notifyAnew({ stores, notifyAll, nowUtcMs }: ToldDeps): void {
  stores.store.transaction(() => {
    const cameras = new Map(stores.cameras.streams().map(({ id, cameraId }) => [id, cameraId]));
    for (const gap of stores.gaps.closedSince(nowUtcMs - toldDays * dayMs, maxGaps)) {
      const cameraId = cameras.get(gap.streamId);
      if (cameraId === undefined || quietCauses.includes(gap.cause)) continue;
      const { id: gapId, streamId, startUtcMs: fromUtcMs, endUtcMs: toUtcMs, cause } = gap;
      stores.outbox.append(nowUtcMs, { kind: 'gap', gapId, cameraId, streamId, fromUtcMs, toUtcMs, cause });
    }
    notifyAll();
  })();
}

/** The server forgot what it was told, or never heard it from this disk: how everything is now is said once more, in the epoch that this answers. */
export function countAnew(
  deps: Omit<ToldDeps, 'stores' | 'nowUtcMs'> & {
    stores: ToldDeps['stores'] & Pick<EdgeStores, 'meta'>;
  },
): string {
  const { store, meta, outbox } = deps.stores;
  const epoch = uuidv7();
  store.transaction(() => {
    meta.set('epoch', epoch);
    outbox.restart();
    notifyAnew({ ...deps, nowUtcMs: Math.round(nowUtcMs()) });
  })();
  return epoch;
}
