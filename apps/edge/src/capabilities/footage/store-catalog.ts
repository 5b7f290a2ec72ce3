import { footageLine, formerStream } from '../../platform/store/footage-line.ts';
import { GapsStore } from '../../platform/store/gaps-store.ts';
import type { Store } from '../../platform/store/open-store.ts';
import { SegmentsStore } from '../../platform/store/segments-store.ts';
import type { FootageCatalog } from './footage-walk.ts';

/** The catalogue of a (read-only) edge store. */
export function storeCatalog(store: Store): FootageCatalog {
  const parts = { segments: new SegmentsStore(store), gaps: new GapsStore(store) };
  const { segments, gaps } = footageLine({ ...parts, former: (streamId) => formerStream(store, streamId) });
  return {
    lastStartedBefore: (streamId, utcMs) => segments.lastStartedBefore(streamId, utcMs),
    firstStartedAfter: (streamId, utcMs) => segments.firstStartedAfter(streamId, utcMs),
    gaps: (streamId, fromUtcMs, toUtcMs) => gaps.overlapping(streamId, fromUtcMs, toUtcMs),
  };
}
