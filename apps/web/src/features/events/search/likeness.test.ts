import { expect, test } from 'vitest';
import { likenessWord } from './likeness.ts';

test('a look is never called the same, however alike', () => {
  expect(likenessWord({ similarity: 1, isMatch: null }, false)).toBe('veryAlike');
  expect(likenessWord({ similarity: 1, isMatch: true }, false)).toBe('veryAlike');
});

test('a face follows the threshold of its model, not the number', () => {
  expect(likenessWord({ similarity: 0.95, isMatch: false }, true)).toBe('notSame');
  expect(likenessWord({ similarity: 0.6, isMatch: true }, true)).toBe('same');
});
