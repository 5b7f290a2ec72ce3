import { motionCells, motionColumns, motionRows } from '@sightline/contracts/events/motion';
import { expect, test } from 'vitest';
import { allCells, cellsOf, columns, countOf, hexOf, neighbour, noCells, rows, withRectangle } from './cells.ts';

test('the grid is the one of the contract', () => {
  expect([columns, rows]).toEqual([motionColumns, motionRows]);
  expect(motionCells.safeParse(hexOf(allCells)).success).toBe(true);
});

test('what is not 36 hex digits is no region', () => {
  for (const text of [undefined, '', 'f'.repeat(35), 'F'.repeat(36), 'g'.repeat(36)])
    expect(countOf(cellsOf(text))).toBe(0);
});

test('the first cell is the highest bit of the first digit, the last cell the lowest of the last', () => {
  expect(hexOf(withRectangle(noCells, { from: 0, to: 0 }, true))).toBe(`8${'0'.repeat(35)}`);
  expect(hexOf(withRectangle(noCells, { from: 143, to: 143 }, true))).toBe(`${'0'.repeat(35)}1`);
});

test('what is written is read again', () => {
  const cells = withRectangle(withRectangle(noCells, { from: 18, to: 70 }, true), { from: 35, to: 36 }, false);
  expect(cellsOf(hexOf(cells))).toEqual(cells);
});

test('a rectangle may be drawn from any corner', () => {
  const drawn = withRectangle(noCells, { from: 36, to: 17 }, true);
  expect(countOf(drawn)).toBe(8);
  expect(drawn).toEqual(withRectangle(noCells, { from: 20, to: 33 }, true));
});

test('the keys stop at the edges of the picture', () => {
  expect(neighbour(15, 'ArrowRight')).toBe(15);
  expect(neighbour(16, 'ArrowLeft')).toBe(16);
  expect(neighbour(0, 'ArrowUp')).toBe(0);
  expect(neighbour(143, 'ArrowDown')).toBe(143);
  expect(neighbour(17, 'ArrowDown')).toBe(33);
});
