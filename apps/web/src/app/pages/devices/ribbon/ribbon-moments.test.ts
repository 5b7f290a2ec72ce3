import { expect, test } from 'vitest';
import { cellAt, momentIn, steppedCell } from './ribbon-moments.ts';

const range = { fromUtcMs: 0, toUtcMs: 1_440 };

test('points at no cell beside the day, and at the last one of a day without width', () => {
  const box = { left: 100, width: 200 };
  expect([0, 100, 199, 200, 299.9, 400].map((x) => cellAt(box, x, 10))).toEqual([0, 0, 4, 5, 9, 9]);
  expect(cellAt({ left: 0, width: 0 }, 5, 10)).toBe(9);
});

test('plays from where a gap begins, and not after it', () => {
  const gaps = [
    { fromUtcMs: 13, toUtcMs: 15 },
    { fromUtcMs: 95, toUtcMs: 130 },
  ];
  const day = { range, cells: 144, gaps };
  expect(momentIn(day, 0)).toBe(5);
  expect(momentIn(day, 1)).toBe(13);
  expect(momentIn(day, 9)).toBe(95);
  expect(momentIn(day, 10)).toBe(100);
  expect(momentIn(day, 13)).toBe(135);
  expect(momentIn({ ...day, gaps: [...gaps, { fromUtcMs: 16, toUtcMs: 19 }] }, 1)).toBe(16);
  expect(momentIn({ ...day, gaps: [] }, 143)).toBe(1_435);
});

test('keys move along time and stay inside of the day; others do nothing', () => {
  expect(steppedCell(5, 'ArrowLeft', 10)).toBe(4);
  expect(steppedCell(5, 'ArrowRight', 10)).toBe(6);
  expect(steppedCell(9, 'ArrowUp', 10)).toBe(9);
  expect(steppedCell(0, 'PageDown', 10)).toBe(0);
  expect(steppedCell(2, 'PageUp', 10)).toBe(8);
  expect([steppedCell(5, 'Home', 10), steppedCell(5, 'End', 10)]).toEqual([0, 9]);
  expect(steppedCell(5, 'Tab', 10)).toBeNull();
});
