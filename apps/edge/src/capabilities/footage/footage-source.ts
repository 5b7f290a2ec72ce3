import type { FootageCatalog } from './footage-walk.ts';
import type { SegmentCache } from './segment-cache.ts';

/** Where recorded footage comes from: the store's rows and the files they name. */
export interface FootageSource {
  catalog: FootageCatalog;
  segments: SegmentCache;
  nowUtcMs: () => number;
  /** Hears of files that the store names and that are not there. */
  onMissing?: (path: string) => void;
}
