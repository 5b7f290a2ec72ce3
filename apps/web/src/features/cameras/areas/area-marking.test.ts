import { expect, test } from 'vitest';
import { firstMarked, markedIndexOf } from './area-marking.ts';

test('CAM-003 CAM-013: the marked area is read from the address; what is no area there means the first', () => {
  expect([undefined, '1', '3', '0', '-2', '1.5', 'x', ''].map(markedIndexOf)).toEqual([0, 0, 2, 0, 0, 0, 0, 0]);
});

test('CAM-003 CAM-013: an area that is gone is not marked, and without areas none is', () => {
  expect([firstMarked(2, 3), firstMarked(3, 3), firstMarked(0, 0)]).toEqual([2, 0, null]);
});
