import { useEffect, useState } from 'react';
import { startOfDay } from '@sightline/domain/time/zone-time';

const readEveryMs = 500;

/** The instant on screen, twice a second, and the start of the site's day that holds it. */
export function usePanelInstant(positionMs: () => number, timeZone: string): { atMs: number; dayStartMs: number } {
  const [atMs, setAtMs] = useState(positionMs);
  useEffect(() => {
    const timer = setInterval(() => setAtMs(positionMs()), readEveryMs);
    return () => clearInterval(timer);
  }, [positionMs]);
  return { atMs, dayStartMs: startOfDay(atMs, timeZone) };
}

interface PanelView {
  fromMs: number;
  toMs: number;
}

/** What the timeline shows, twice a second while that is wanted; null until it is known. */
export function usePanelView(viewOf: () => PanelView | null, isWanted: boolean): PanelView | null {
  const [view, setView] = useState<PanelView | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const read = (): void => setView(viewOf());
    read();
    const timer = setInterval(read, readEveryMs);
    return () => clearInterval(timer);
  }, [viewOf, isWanted]);
  return isWanted ? view : null;
}
