import { useEffect, useRef, useState } from 'react';
import { ThumbnailCache } from './thumbnail-cache.ts';
import type { ThumbnailSource } from './thumbnail-cache.ts';

/** A picture under the pointer. */
export interface ShownThumbnail {
  /** Null where there is none. */
  url: string | null;
  /** It is that of the instant asked for, not one from before on the way there. */
  isOfInstant: boolean;
}

/** Pointers that rest this long get the picture of their very instant. */
const restMs = 150;
const exactStepMs = 1000;

/** The picture at an instant, or the last one that was ready; null before the first. */
export function useThumbnail(
  source: ThumbnailSource | undefined,
  atMs: number | null,
  stepMs: number,
): ShownThumbnail | null {
  const cache = useRef<ThumbnailCache | null>(null);
  const [shown, setShown] = useState<{ url: string | null; forMs: number } | null>(null);
  useEffect(() => {
    if (!source) return;
    const made = new ThumbnailCache(source);
    cache.current = made;
    return () => {
      made.close();
      cache.current = null;
      setShown(null);
    };
  }, [source]);
  useEffect(() => {
    if (atMs === null) return setShown(null);
    const want = (step: number): void => cache.current?.want(atMs, step, (url) => setShown({ url, forMs: atMs }));
    want(stepMs);
    const rest = setTimeout(() => want(exactStepMs), restMs);
    return () => clearTimeout(rest);
  }, [atMs, stepMs]);
  if (shown === null || atMs === null) return null;
  return { url: shown.url, isOfInstant: Math.abs(shown.forMs - atMs) <= stepMs };
}
