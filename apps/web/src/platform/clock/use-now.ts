import { useEffect, useState } from 'react';

/** The time now in UTC milliseconds, renewed every `everyMs`, for ages and clocks on the screen. */
export const useNow = (everyMs: number): number => {
  const [nowUtcMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowUtcMs;
};
