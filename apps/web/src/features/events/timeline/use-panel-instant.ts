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
