import { useEffect, useState } from 'react';

/** Nobody waits for longer, however busy the page is. */
const timeout = 2_000;

/** True once the page had nothing more urgent to do, for what nobody waits for. */
export function useOnceIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const done = (): void => setIdle(true);
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(done, timeout / 4);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(done, { timeout });
    return () => cancelIdleCallback(asked);
  }, []);
  return isIdle;
}
