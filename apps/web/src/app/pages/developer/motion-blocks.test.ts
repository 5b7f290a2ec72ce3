import { expect, test } from 'vitest';
import { cellsOf, countOf } from '../../../features/events/motion/cells.ts';
import { cellsOfBlock, movedMs, pictureBlocks } from './motion-blocks.ts';

test('SHELL-025 cuts the 16 by 9 cells into twelve blocks and each into its twelve cells, leaving none out', () => {
  expect(pictureBlocks).toHaveLength(12);
  const whole = pictureBlocks.map(({ cells }) => cellsOf(cells));
  for (let index = 0; index < 144; index += 1) expect(whole.filter((cells) => cells[index] === true)).toHaveLength(1);
  const single = pictureBlocks.flatMap((_, block) => cellsOfBlock(block));
  expect(new Set(single.map(({ cells }) => cells)).size).toBe(144);
  for (const { cells } of single) expect(countOf(cellsOf(cells))).toBe(1);
});

test('counts how long something moved', () => {
  expect(movedMs([])).toBe(0);
  expect(
    movedMs([
      { fromUtcMs: 0, toUtcMs: 2000 },
      { fromUtcMs: 5000, toUtcMs: 6500 },
    ]),
  ).toBe(3500);
});
