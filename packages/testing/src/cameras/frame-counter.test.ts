import { expect, test } from 'vitest';
import { paintFrameCounter, readFrameCounter } from './frame-counter.ts';

const size = { width: 640, height: 360 };

test('reads nothing from a picture without a counter', () => {
  expect(readFrameCounter(new Uint8Array(640 * 360).fill(128), size)).toBeNull();
  expect(readFrameCounter(new Uint8Array(0), size)).toBeNull();
});

test.each([0, 1, 179, 4660, 65_535])(
  'reads %d back, also from a blurred and noisy picture with a stride',
  (counter) => {
    const luma = new Uint8Array(640 * 360).fill(90);
    paintFrameCounter(luma, size, counter);
    const wide = new Uint8Array(672 * 360);
    for (let y = 0; y < 360; y += 1) {
      for (let x = 0; x < 640; x += 1)
        wide[y * 672 + x] = (luma[y * 640 + x]! + luma[y * 640 + Math.max(0, x - 4)]!) / 2 + ((x * 7 + y * 13) % 21);
    }
    expect(readFrameCounter(wide, size, 672)).toBe(counter);
  },
);
