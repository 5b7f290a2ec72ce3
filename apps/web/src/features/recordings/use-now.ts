import { useEffect, useState } from 'react';

/** A clock read every `everyMs`, for what is drawn by React. */
export function useNow(read: () => number, everyMs: number): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), everyMs);
    return () => clearInterval(timer);
  }, [read, everyMs]);
  return now;
}
