import { expect, test } from 'vitest';
import { heatOf } from './motion-heat.ts';

test('SHELL-025 compares cells with the one in which most moved', () => {
  expect(heatOf([0, 500, 2000])).toEqual([
    { cell: 0, share: 0 },
    { cell: 1, share: 0.25 },
    { cell: 2, share: 1 },
  ]);
  expect(heatOf([0]).map(({ share }) => share)).toEqual([0]);
});
