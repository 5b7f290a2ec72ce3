import { expect, test } from 'vitest';
import { clockOffsetSaid } from './clock-offset.ts';

test('says nothing about small or unknown offsets', () => {
  for (const offset of [null, 0, 2000, -2000]) expect(clockOffsetSaid(offset)).toBeNull();
});

test('says how far and in which direction a clock is off', () => {
  expect(clockOffsetSaid(2001)).toEqual({ byMs: 2001, isAhead: true });
  expect(clockOffsetSaid(-3_600_000)).toEqual({ byMs: 3_600_000, isAhead: false });
});
