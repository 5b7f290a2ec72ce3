import { useState, type ReactNode } from 'react';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';

/** Keeps the moment at which it appeared by the server's clock, UTC ms: a range that moved with every drawing would never be in the cache. Give it a key that names the range. */
export function FromNow({ children }: { children: (nowUtcMs: number) => ReactNode }) {
  const [nowUtcMs] = useState(serverNowUtcMs);
  return children(nowUtcMs);
}
