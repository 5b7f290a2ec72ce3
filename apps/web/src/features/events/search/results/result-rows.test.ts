import { expect, test } from 'vitest';
import { cardAfterKey, columnsOf, resultRows, rowOfCard } from './result-rows.ts';

const rows = resultRows(11, 4, null);
const step = (key: string, index: number, isRightToLeft = false): number | null =>
  cardAfterKey({ key, index, rows, count: 11, isRightToLeft });

test('nothing has no rows, and a narrow place has one column', () => {
  expect(resultRows(0, 4, null)).toEqual([]);
  expect(columnsOf(100, 220, 16)).toBe(1);
  expect(columnsOf(944, 220, 16)).toBe(4);
});

test('the line stands between those above and below the threshold', () => {
  expect(resultRows(5, 2, 3)).toEqual([
    { kind: 'cards', first: 0, length: 2 },
    { kind: 'cards', first: 2, length: 1 },
    { kind: 'line' },
    { kind: 'cards', first: 3, length: 2 },
  ]);
  expect(rowOfCard(resultRows(5, 2, 3), 3)).toBe(3);
});

test('other keys lead nowhere', () => {
  expect(step('a', 3)).toBeNull();
});

test('arrows go as the eye sees it, also from right to left', () => {
  expect(step('ArrowRight', 3)).toBe(4);
  expect(step('ArrowRight', 3, true)).toBe(2);
  expect(step('ArrowLeft', 0)).toBe(0);
  expect(step('ArrowUp', 5)).toBe(1);
});

test('down into a shorter row stops at its last card, and at the last row stays', () => {
  expect(step('ArrowDown', 7)).toBe(10);
  expect(step('ArrowDown', 10)).toBe(10);
});
