import type { PathPoint } from '@sightline/contracts/events/event';
import { expect, test } from 'vitest';
import { boxAt, pathLine } from './box-at.ts';

const path: PathPoint[] = [
  [0, 0, 0, 0.2, 0.4],
  [1000, 0.4, 0.2, 0.2, 0.4],
];

test('there is no box before the path begins, after it ends, or without a path', () => {
  expect(boxAt(path, -1)).toBeNull();
  expect(boxAt(path, 1001)).toBeNull();
  expect(boxAt([], 0)).toBeNull();
});

test('between two points a box moves in a straight line', () => {
  expect(boxAt(path, 0)).toEqual({ x: 0, y: 0, width: 0.2, height: 0.4 });
  expect(boxAt(path, 500)).toEqual({ x: 0.2, y: 0.1, width: 0.2, height: 0.4 });
});

test('the way is drawn at the feet', () => {
  expect(pathLine(path)).toBe('100,400 500,600');
});
