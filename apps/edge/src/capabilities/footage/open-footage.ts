import { openStoreForReading } from '../../platform/store/open-store.ts';
import type { FootageSource } from './footage-source.ts';
import { SegmentCache } from './segment-cache.ts';
import { storeCatalog } from './store-catalog.ts';

export interface OpenFootage {
  source: FootageSource;
  close(): Promise<void>;
}

/** Opens the recorded footage of this core for reading, in a process that writes none of it. */
export function openFootage(options: {
  storePath: string;
  volume: string;
  mark?: () => string | null;
  nowUtcMs: () => number;
  onMissing?: (path: string) => void;
}): OpenFootage {
  const store = openStoreForReading(options.storePath);
  const segments = new SegmentCache(options.volume, undefined, options.mark);
  return {
    source: {
      catalog: storeCatalog(store),
      segments,
      nowUtcMs: options.nowUtcMs,
      ...(options.onMissing && { onMissing: options.onMissing }),
    },
    async close() {
      await segments.close();
      store.close();
    },
  };
}
