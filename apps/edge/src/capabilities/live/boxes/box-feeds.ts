import type { LiveBoxes } from '../../recognise/live-boxes.ts';

export type BoxListener = (boxes: LiveBoxes) => void;

interface Feed {
  listeners: Set<BoxListener>;
  last: LiveBoxes | null;
}

/** The boxes of every camera that somebody looks at; nobody makes any for the others. */
export class BoxFeeds {
  readonly #onWatched: (cameraIds: string[]) => void;
  readonly #feeds = new Map<string, Feed>();

  /** `onWatched` hears all watched cameras whenever the first viewer of one came or the last one left. */
  constructor(onWatched: (cameraIds: string[]) => void) {
    this.#onWatched = onWatched;
  }

  /** Hears the boxes of a camera from now on, first those that others see already. The answer ends it. */
  watch(cameraId: string, listener: BoxListener): () => void {
    const feed = this.#feeds.get(cameraId) ?? this.#begin(cameraId);
    feed.listeners.add(listener);
    if (feed.last !== null) listener(feed.last);
    return () => this.#leave(cameraId, listener);
  }

  deliver(boxes: LiveBoxes): void {
    const feed = this.#feeds.get(boxes.cameraId);
    if (feed === undefined) return;
    feed.last = boxes;
    for (const listener of feed.listeners) listener(boxes);
  }

  #begin(cameraId: string): Feed {
    const feed: Feed = { listeners: new Set(), last: null };
    this.#feeds.set(cameraId, feed);
    this.#notify();
    return feed;
  }

  #leave(cameraId: string, listener: BoxListener): void {
    const feed = this.#feeds.get(cameraId);
    if (!feed?.listeners.delete(listener) || feed.listeners.size > 0) return;
    this.#feeds.delete(cameraId);
    this.#notify();
  }

  #notify(): void {
    this.#onWatched([...this.#feeds.keys()]);
  }
}
