import { expect, test } from 'vitest';
import { knownAt } from './use-known-now.ts';

test('nothing lasts longer on the screen than it was heard to last', () => {
  const heard = { freshUtcMs: 5_000 };
  expect(knownAt({ ...heard, state: 'offline' }, 9_000)).toBe(5_000);
  expect(knownAt({ ...heard, state: 'online' }, 9_000)).toBe(9_000);
  expect(knownAt({ ...heard, state: 'apart' }, 9_000)).toBe(9_000);
  expect(knownAt({ ...heard, state: 'connecting' }, 9_000)).toBe(9_000);
});

test('a clock that is read less often than words arrive is not put ahead by them', () => {
  expect(knownAt({ state: 'offline', freshUtcMs: 9_500 }, 9_000)).toBe(9_000);
});
