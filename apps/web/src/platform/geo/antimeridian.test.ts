import { expect, test } from 'vitest';
import { linesWithin, ringsWithin } from './antimeridian.ts';

const ring = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y }));
const widest = (line: readonly { x: number }[]) =>
  Math.max(...line.map(({ x }) => x)) - Math.min(...line.map(({ x }) => x));

test('leaves alone what does not cross the edge of the world', () => {
  const land = ring([0.2, 0.2], [0.6, 0.2], [0.6, 0.6], [0.2, 0.2]);
  expect(ringsWithin(land)).toEqual([land]);
  expect(linesWithin(land)).toEqual([land]);
});

test('cuts land that crosses the edge in two, so that no band lies across the world', () => {
  const parts = ringsWithin(
    ring([0.9, 0.2], [0.98, 0.2], [0.03, 0.2], [0.03, 0.3], [0.98, 0.3], [0.9, 0.3], [0.9, 0.2]),
  );
  expect(parts).toHaveLength(2);
  for (const part of parts) expect(widest(part)).toBeLessThan(0.2);
  for (const { x } of parts.flat()) expect(x >= 0 && x <= 1).toBe(true);
});

test('closes land around a pole along the edge of the world', () => {
  const south = ring([0, 0.9], [0.3, 0.85], [0.7, 0.88], [0.95, 0.9], [0, 0.9]);
  const points = ringsWithin(south).flat();
  expect(points.some(({ y }) => y === 1)).toBe(true);
  expect(Math.min(...points.map(({ y }) => y))).toBe(0.85);
});

test('parts a line where it would leap across the world', () => {
  const parts = linesWithin(ring([0.97, 0.2], [0.99, 0.2], [0.01, 0.2], [0.03, 0.2]));
  expect(parts.map((part) => part.length)).toEqual([2, 2]);
  expect(linesWithin(ring([0.99, 0.2], [0.01, 0.2]))).toEqual([]);
});
