import { MetaStore } from '../../platform/store/meta-store.ts';
import type { Store } from '../../platform/store/open-store.ts';

const key = 'eventsLeftOut';

/** Counts the events that were not kept since the store was full of them; call it inside the transaction of the change. */
export interface EventsLeftOut {
  /** One more; answers true for the first. */
  add(): boolean;
  /** There is room again: answers how many there were, and begins anew. */
  take(): number;
}

/** The count outlives the process. */
export function createEventsLeftOut(store: Store): EventsLeftOut {
  const meta = new MetaStore(store);
  const read = (): number => Number(meta.get(key) ?? 0);
  return {
    add() {
      const before = read();
      meta.set(key, String(before + 1));
      return before === 0;
    },
    take() {
      const count = read();
      if (count > 0) meta.remove(key);
      return count;
    },
  };
}
