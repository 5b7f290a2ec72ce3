import { useState, type ReactNode } from 'react';

/** Keeps the moment at which it appeared, UTC ms: a range that moved with every drawing would never be in the cache. Give it a key that names the range. */
export function FromNow({ children }: { children: (nowUtcMs: number) => ReactNode }) {
  const [nowUtcMs] = useState(() => Date.now());
  return children(nowUtcMs);
}
