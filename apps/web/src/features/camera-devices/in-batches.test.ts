import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

test('cuts a list into parts that one request takes, leaving none out', () => {
  expect(inBatches([], 2)).toEqual([]);
  expect(inBatches([1, 2], 2)).toEqual([[1, 2]]);
  expect(inBatches([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
});
