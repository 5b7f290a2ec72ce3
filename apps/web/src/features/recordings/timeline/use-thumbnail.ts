import { useEffect, useRef, useState } from 'react';
import { ThumbnailCache } from './thumbnail-cache.ts';
import type { ThumbnailSource } from './thumbnail-cache.ts';

/** Address of the picture at an instant, or the last one that was ready; null before the first. */
export function useThumbnail(source: ThumbnailSource | undefined, atMs: number | null, stepMs: number): string | null {
  const cache = useRef<ThumbnailCache | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!source) return;
    const made = new ThumbnailCache(source);
    cache.current = made;
    return () => {
      made.close();
      cache.current = null;
      setUrl(null);
    };
  }, [source]);
  useEffect(() => {
    if (atMs === null) setUrl(null);
    else cache.current?.want(atMs, stepMs, setUrl);
  }, [atMs, stepMs]);
  return url;
}
