import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DecodeLoop, type Stepper } from './decode-loop.ts';

/** Has always something to do, in pieces of so many milliseconds. */
function busy(pieceMs: number): Stepper & { pieces: () => number } {
  let pieces = 0;
  return {
    pieces: () => pieces,
    step() {
      const untilMs = performance.now() + pieceMs;
      while (performance.now() < untilMs);
      pieces++;
      return true;
    },
  };
}

test('cameras share the time, not the pictures', async () => {
  const loop = new DecodeLoop();
  const [large, small] = [busy(4), busy(0.5)];
  loop.request(large);
  loop.request(small);
  await expect.poll(() => large.pieces(), { timeout: 5_000 }).toBeGreaterThanOrEqual(20);
  loop.stop();
  // Eight, where nothing else takes the processor from one of the two.
  expect(small.pieces() / large.pieces()).toBeGreaterThan(2);
  expect(small.pieces() / large.pieces()).toBeLessThan(32);
});

test('who was idle gets no more than his share afterwards', async () => {
  const loop = new DecodeLoop();
  const [early, late] = [busy(1), busy(1)];
  loop.request(early);
  await expect.poll(() => early.pieces(), { timeout: 5_000 }).toBeGreaterThanOrEqual(150);
  const before = early.pieces();
  loop.request(late);
  await expect.poll(() => late.pieces(), { timeout: 5_000 }).toBeGreaterThanOrEqual(60);
  loop.stop();
  expect(early.pieces() - before).toBeGreaterThan(15);
});

test('nothing is done for one that was removed', async () => {
  const loop = new DecodeLoop();
  const one = busy(0.1);
  loop.request(one);
  loop.remove(one);
  await wait(20);
  loop.stop();
  expect(one.pieces()).toBe(0);
});
