import type { KeptCount } from '@sightline/domain/rules/scene';
import type { Log } from '../../platform/log/log.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import type { Store } from '../../platform/store/open-store.ts';
import { StoreQueue } from '../../platform/store/store-queue.ts';

interface CountRow extends KeptCount {
  ruleId: string;
  cameraId: string;
  /** Fingerprint of the condition that counts. */
  condition: string;
}

/** A rule at a camera. */
type CountPlace = Pick<CountRow, 'ruleId' | 'cameraId'>;

const keyOf = ({ ruleId, cameraId }: CountPlace): string => `${ruleId} ${cameraId}`;

const readAll = (store: Store): CountRow[] =>
  store
    .prepare(
      `select rule_id as ruleId, camera_id as cameraId, condition, count, reset_utc_ms as resetUtcMs from line_counts`,
    )
    .all() as CountRow[];

function put(store: Store, { ruleId, cameraId, condition, count, resetUtcMs }: CountRow): void {
  store
    .prepare(
      `insert into line_counts (rule_id, camera_id, condition, count, reset_utc_ms) values (?, ?, ?, ?, ?)
       on conflict (rule_id, camera_id)
       do update set condition = excluded.condition, count = excluded.count, reset_utc_ms = excluded.reset_utc_ms`,
    )
    .run(ruleId, cameraId, condition, count, resetUtcMs);
}

const remove = (store: Store, { ruleId, cameraId }: CountPlace): void =>
  void store.prepare('delete from line_counts where rule_id = ? and camera_id = ?').run(ruleId, cameraId);

/** Keeps what rules count over lines, with every change of it: a program that ends takes nobody out of a building. */
export class LineCounts {
  readonly #store: Store;
  readonly #writes: StoreQueue;
  readonly #known: Map<string, CountRow>;

  constructor({ stores: { store }, log }: { stores: Pick<EdgeStores, 'store'>; log: Log }) {
    this.#store = store;
    this.#writes = new StoreQueue(log);
    this.#known = new Map(readAll(store).map((row) => [keyOf(row), row]));
  }

  /** What was counted by this condition; null when nothing was, or when it was another one. */
  find(place: CountPlace, condition: string | undefined): KeptCount | null {
    const known = this.#known.get(keyOf(place));
    return known === undefined || known.condition !== condition ? null : known;
  }

  /** What the rules of a camera count now. */
  take(
    cameraId: string,
    counted: ReadonlyMap<string, KeptCount>,
    fingerprintOf: (ruleId: string) => string | undefined,
  ): void {
    for (const [ruleId, { count, resetUtcMs }] of counted) {
      const row = { ruleId, cameraId, condition: fingerprintOf(ruleId) ?? '', count, resetUtcMs };
      const known = this.#known.get(keyOf(row));
      const isSame = known?.count === count && known.resetUtcMs === resetUtcMs && known.condition === row.condition;
      if (isSame) continue;
      this.#known.set(keyOf(row), row);
      this.#writes.add(() => put(this.#store, row));
    }
  }

  /** Of rules that are gone from a camera nothing is kept. */
  keepOnly(isJudged: (place: CountPlace) => boolean): void {
    for (const [key, row] of this.#known) {
      if (isJudged(row)) continue;
      this.#known.delete(key);
      this.#writes.add(() => remove(this.#store, row));
    }
  }

  stop(): void {
    this.#writes.stop();
  }
}
