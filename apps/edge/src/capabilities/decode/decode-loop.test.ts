import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { DecodeLoop, type Stepper } from './decode-loop.ts';

/** Time passes by what is done here only: on a busy machine others take some in the middle of a piece. */
let nowMs = 0;
const now = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
afterAll(() => now.mockRestore());

/** Has always something to do, in pieces of so many milliseconds. */
function busy(pieceMs: number): Stepper & { pieces: () => number } {
  let pieces = 0;
  return {
    pieces: () => pieces,
    step() {
      nowMs += pieceMs;
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
  expect(small.pieces() / large.pieces()).toBeGreaterThan(7);
  expect(small.pieces() / large.pieces()).toBeLessThan(9);
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
