import { useEffect, useState } from 'react';
import { serverNowUtcMs } from './server-clock.ts';

/** The time now by the server's clock in UTC milliseconds, renewed every `everyMs`, for ages and clocks on the screen. */
export const useNow = (everyMs: number): number => {
  const [nowUtcMs, setNow] = useState(serverNowUtcMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNowUtcMs()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowUtcMs;
};
