import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atRest } from './at-rest.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('UPDATE-018 a page is at rest once the browser says so, and never right after its first screen', async () => {
  const idle = vi.fn<(run: () => void) => void>();
  vi.stubGlobal('requestIdleCallback', idle);
  const rested = vi.fn<() => void>();
  void atRest().then(rested);
  await vi.advanceTimersByTimeAsync(1499);
  expect(idle).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(idle).toHaveBeenCalledWith(expect.anything(), { timeout: 5000 });
  expect(rested).not.toHaveBeenCalled();
  idle.mock.calls[0]?.[0]();
  await vi.advanceTimersByTimeAsync(0);
  expect(rested).toHaveBeenCalled();
});

it('UPDATE-018 where a browser cannot tell, time decides', async () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  const rested = vi.fn<() => void>();
  void atRest().then(rested);
  await vi.advanceTimersByTimeAsync(1500);
  expect(rested).toHaveBeenCalled();
});
