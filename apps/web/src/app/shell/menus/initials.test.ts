import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test('makes initials of names in any script and of none', () => {
  expect(initialsOf('')).toBe('');
  expect(initialsOf('  noa   lavi cohen ')).toBe('NL');
  expect(initialsOf('תמר שרשרת קירור')).toBe('תש');
  expect(initialsOf('😀 team')).toBe('😀T');
});
