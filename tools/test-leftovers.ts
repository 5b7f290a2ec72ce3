import { afterAll, vi } from 'vitest';

// Files of tests share a process: what one of them put in the place of the real thing must not meet the next.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
