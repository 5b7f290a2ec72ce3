import { expect, test } from 'vitest';
import { knownShare, levelOf, momentOf } from './motion-queries.ts';

test('a level that is none is the first one', () => {
  for (const text of [undefined, '', '0', '256', '1.5', 'x']) expect(levelOf(text)).toBe(50);
  expect(levelOf('200')).toBe(200);
});

test('an empty range is known to nothing, and no range to more than all', () => {
  expect(knownShare({ fromUtcMs: 5, toUtcMs: 5 }, { knownMs: 0 })).toBe(0);
  expect(knownShare({ fromUtcMs: 0, toUtcMs: 10_000 }, { knownMs: 9300 })).toBe(0.93);
  expect(knownShare({ fromUtcMs: 0, toUtcMs: 10_000 }, { knownMs: 11_000 })).toBe(1);
});

test('the picture of a run lies within it', () => {
  expect(momentOf({ fromUtcMs: 1000, toUtcMs: 2000 })).toBe(1500);
  expect(momentOf({ fromUtcMs: 1000, toUtcMs: 100_000 })).toBe(3000);
});
