import { expect, test } from 'vitest';
import { RebuildPace } from './rebuild-pace.ts';

const minuteMs = 60_000;

test('the first damage is seen to at once, and so is one after half an hour of good health', () => {
  const pace = new RebuildPace();
  expect(pace.waitMs(1_000)).toBe(0);
  expect(pace.waitMs(1_000 + 31 * minuteMs)).toBe(0);
});

test('a disk that gives one damaged page after the other is tried less and less often, but never given up', () => {
  const pace = new RebuildPace();
  let nowMs = 0;
  const waits = Array.from({ length: 10 }, () => {
    const waitMs = pace.waitMs(nowMs);
    // Damaged again as soon as it is rebuilt.
    nowMs += waitMs + 1_000;
    return waitMs;
  });
  expect(waits).toEqual([0, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);
});

test('good health is counted from the rebuilding, not from the damage before it', () => {
  const pace = new RebuildPace();
  for (let n = 0; n < 8; n++) pace.waitMs(n);
  // The last wait ends five minutes after it was asked for.
  expect(pace.waitMs(34 * minuteMs)).toBeGreaterThan(0);
});
