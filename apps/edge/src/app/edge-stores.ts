import { join } from 'node:path';
import { loadSealingKey } from '../platform/crypto/sealed-text.ts';
import { CamerasStore } from '../platform/store/cameras-store.ts';
import { EventSpansStore } from '../platform/store/event-spans-store.ts';
import { GapsStore } from '../platform/store/gaps-store.ts';
import { MetaStore } from '../platform/store/meta-store.ts';
import { OpenEventsStore } from '../platform/store/open-events-store.ts';
import type { Store } from '../platform/store/open-store.ts';
import { explained, openStore } from '../platform/store/open-store.ts';
import { Outbox } from '../platform/store/outbox.ts';
import { SegmentsStore } from '../platform/store/segments-store.ts';
import { makeRoom } from '../platform/store/store-ballast.ts';

/** Everything of the edge that survives a restart, beside the footage itself. */
export interface EdgeStores {
  path: string;
  store: Store;
  meta: MetaStore;
  outbox: Outbox;
  cameras: CamerasStore;
  segments: SegmentsStore;
  gaps: GapsStore;
  openEvents: OpenEventsStore;
  eventSpans: EventSpansStore;
}

/** Opens them, on a full disk beside the ballast that is thrown away for it. Fails as `openStore` does. */
export function openEdgeStores(dataFolder: string): EdgeStores {
  makeRoom(dataFolder);
  const path = join(dataFolder, 'core.sqlite');
  const store = openStore(path);
  try {
    return explained(path, () => ({
      path,
      store,
      meta: new MetaStore(store),
      outbox: new Outbox(store),
      cameras: new CamerasStore(store, loadSealingKey(join(dataFolder, 'core.secret'))),
      segments: new SegmentsStore(store),
      gaps: new GapsStore(store),
      openEvents: new OpenEventsStore(store),
      eventSpans: new EventSpansStore(store),
    }));
  } catch (error) {
    store.close();
    throw error;
  }
}
