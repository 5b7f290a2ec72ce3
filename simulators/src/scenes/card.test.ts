import { expect, test } from 'vitest';
import { cardPicture } from './card.ts';

const rowsWithInk = (lines: string[]): number[] => {
  const picture = cardPicture(lines, 640, 360);
  expect(picture).toHaveLength((640 * 360 * 3) / 2);
  return Array.from({ length: 360 }, (_, y) => y).filter((y) =>
    picture.subarray(y * 640, (y + 1) * 640).some((luma) => luma > 100),
  );
};

test('writes its lines in the middle of a dark picture', () => {
  const rows = rowsWithInk(['Delivery lane', '', 'This demo picture is being drawn']);
  expect(rows[0]).toBeGreaterThan(100);
  expect(rows.at(-1)).toBeLessThan(260);
});

test('makes a line that is too long for the picture narrower', () => {
  const picture = cardPicture(['a'.repeat(200)], 640, 360);
  const columns = Array.from({ length: 360 }, (_, y) => Array.from(picture.subarray(y * 640, y * 640 + 32))).flat();
  expect(columns.every((luma) => luma < 100)).toBe(true);
});
