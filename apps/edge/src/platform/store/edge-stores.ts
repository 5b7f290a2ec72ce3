import { join } from 'node:path';
import { loadSealingKey } from '../crypto/sealed-text.ts';
import { AlertsStore } from './alerts-store.ts';
import { CamerasStore } from './cameras-store.ts';
import { DesiredStore } from './desired-store.ts';
import { EventSpansStore } from './event-spans-store.ts';
import { DesiredCopy } from './desired-copy.ts';
import { watchStore } from './watched-store.ts';
import { GapsStore } from './gaps-store.ts';
import { MetaStore } from './meta-store.ts';
import { OpenEventsStore } from './open-events-store.ts';
import type { Store } from './open-store.ts';
import { explained, openStore } from './open-store.ts';
import { Outbox } from './outbox.ts';
import { ProtectedSpansStore } from './protected-spans-store.ts';
import { SegmentsStore } from './segments-store.ts';
import { makeRoom } from './store-ballast.ts';

/** Everything of the edge that survives a restart, beside the footage itself. */
export interface EdgeStores {
  path: string;
  store: Store;
  meta: MetaStore;
  outbox: Outbox;
  /** What is wanted of this core, of every kind. */
  desired: DesiredStore;
  cameras: CamerasStore;
  segments: SegmentsStore;
  gaps: GapsStore;
  openEvents: OpenEventsStore;
  eventSpans: EventSpansStore;
  alerts: AlertsStore;
  protectedSpans: ProtectedSpansStore;
  /** Copy of what is wanted, for a core whose store is damaged. */
  desiredCopy: DesiredCopy;
}

export const storePath = (dataFolder: string): string => join(dataFolder, 'core.sqlite');

/**
 * Opens them, on a full disk beside the ballast that is thrown away for it; `onDamaged` hears once when a page turns out to be damaged.
 * Fails as `openStore` does.
 */
export function openEdgeStores(dataFolder: string, onDamaged: (error: unknown) => void = () => undefined): EdgeStores {
  makeRoom(dataFolder);
  const path = storePath(dataFolder);
  const store = openStore(path);
  watchStore(store, { onDamaged, onFull: () => makeRoom(dataFolder) });
  const key = (): Buffer => loadSealingKey(join(dataFolder, 'core.secret'));
  try {
    return explained(path, () => {
      const desired = new DesiredStore(store, key());
      return {
        path,
        store,
        meta: new MetaStore(store),
        outbox: new Outbox(store),
        desired,
        cameras: new CamerasStore(store, desired),
        segments: new SegmentsStore(store),
        gaps: new GapsStore(store),
        openEvents: new OpenEventsStore(store),
        eventSpans: new EventSpansStore(store),
        alerts: new AlertsStore(store),
        protectedSpans: new ProtectedSpansStore(store),
        desiredCopy: new DesiredCopy(dataFolder, { key: key(), store }),
      };
    });
  } catch (error) {
    store.close();
    throw error;
  }
}
