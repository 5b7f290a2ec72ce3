import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TestQueue, testNotificationIntervalMs } from './test-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sends on after one that failed, and tells whoever asked for that one', async () => {
  let count = 0;
  const queue = new TestQueue(() => ((count += 1) === 1 ? Promise.reject(new Error('refused')) : Promise.resolve()));
  const [first, second] = [queue.add().catch((failure: unknown) => String(failure)), queue.add()];
  await vi.advanceTimersByTimeAsync(1000);
  expect(await first).toContain('refused');
  await second;
  expect(count).toBe(2);
});

it('PUSH-005 sends test notifications 1000 ms apart, however fast they are asked for', async () => {
  const begunAtMs = Date.now();
  const sentAtMs: number[] = [];
  const queue = new TestQueue(() => Promise.resolve(sentAtMs.push(Date.now() - begunAtMs)));
  const all = [queue.add(), queue.add(), queue.add()];
  await vi.advanceTimersByTimeAsync(5000);
  await Promise.all(all);
  expect(testNotificationIntervalMs).toBe(1000);
  expect(sentAtMs).toEqual([0, 1000, 2000]);
});
