import { expect, test } from 'vitest';
import { straightStretch } from './straight-stretch.ts';

const line = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y }));

test('a name stands on the longest straight part of a street, never on its head', () => {
  expect(straightStretch(line([0, 0], [10, 0], [10, 100]))).toEqual({ x: 10, y: 50, angle: Math.PI / 2, length: 100 });
  expect(straightStretch(line([100, 0], [0, 0]))?.angle).toBeCloseTo(0, 9);
  // On the line, and not beside it, where it bends a little.
  expect(straightStretch(line([0, 0], [50, 2], [100, 0]))).toMatchObject({
    x: expect.closeTo(50, 6) as number,
    y: expect.closeTo(2, 6) as number,
    length: 100,
  });
  expect(straightStretch(line([0, 0], [50, 30], [100, 0]))?.length).toBeCloseTo(58.3, 1);
});

test('a line without length has no place for a name', () => {
  expect(straightStretch(line([3, 3]))).toBeNull();
  expect(straightStretch(line([3, 3], [3, 3]))).toBeNull();
});
