import { useEffect, useState } from 'react';

/** A clock read every `everyMs`, for what is drawn by React; in whole `stepMs`, so that nothing is drawn again for less. */
export function useNow(read: () => number, everyMs: number, stepMs = 1): number {
  const [now, setNow] = useState(() => stepped(read(), stepMs));
  useEffect(() => {
    const timer = setInterval(() => setNow(stepped(read(), stepMs)), everyMs);
    return () => clearInterval(timer);
  }, [read, everyMs, stepMs]);
  return now;
}

const stepped = (utcMs: number, stepMs: number): number => Math.floor(utcMs / stepMs) * stepMs;
