import { expect, test } from 'vitest';
import { missingText } from './missing-text.ts';

test('a code that the page does not know is told as a failure, and no other key is', () => {
  const shown = missingText((key) => `words of ${key}`);
  expect(shown('errors.of_a_newer_server')).toBe('words of errors.internal');
  expect(shown('errors.internal')).toBe('errors.internal');
  expect(shown('locations.nothing')).toBe('locations.nothing');
  expect(shown('errors.other', 'given')).toBe('given');
});
