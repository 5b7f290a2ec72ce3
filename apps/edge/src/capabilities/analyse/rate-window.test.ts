import { expect, it } from 'vitest';
import { createRateWindow } from './rate-window.ts';

it('forgets what is older than ten seconds, whether it was asked in between or not', () => {
  const window = createRateWindow();
  for (let ms = 0; ms < 30_000; ms += 200) window.add(ms, 1);
  expect(window.perSecond(29_999)).toBeCloseTo(5, 0);
  expect(window.sum(34_999)).toBeLessThanOrEqual(25);
  expect(window.sum(45_000)).toBe(0);
  expect(window.sum(500_000)).toBe(0);
});

it('does not promise a rate from its first moment', () => {
  const window = createRateWindow();
  window.add(5_000, 3);
  expect(window.perSecond(5_000)).toBe(3);
  expect(window.perSecond(8_000)).toBe(1);
});
