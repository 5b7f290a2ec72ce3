import { expect, test } from 'vitest';
import { gridOf, gridSizes } from './grid-layout.ts';

test('SHELL-064 has a grid for every number of cameras from 1 to 48, with room for all and no empty row', () => {
  expect(gridSizes).toHaveLength(48);
  for (const size of gridSizes) {
    const { columns, rows } = gridOf(size);
    expect(columns * rows).toBeGreaterThanOrEqual(size);
    expect(columns * (rows - 1)).toBeLessThan(size);
    expect(columns).toBeGreaterThanOrEqual(rows);
  }
  expect(gridOf(1)).toEqual({ columns: 1, rows: 1 });
  expect(gridOf(48)).toEqual({ columns: 7, rows: 7 });
});

test('keeps sizes that cannot be to the nearest that can', () => {
  expect(gridOf(0)).toEqual(gridOf(1));
  expect(gridOf(500)).toEqual(gridOf(48));
  expect(gridOf(-3)).toEqual(gridOf(1));
});
