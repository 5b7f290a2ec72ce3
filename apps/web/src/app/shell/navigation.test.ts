import { expect, test } from 'vitest';
import { initialsOf, navigation } from './navigation.ts';

test('makes initials of names in any script and of none', () => {
  expect(initialsOf('')).toBe('');
  expect(initialsOf('  noa   lavi cohen ')).toBe('NL');
  expect(initialsOf('תמר שרשרת קירור')).toBe('תש');
  expect(initialsOf('😀 team')).toBe('😀T');
});

test('marks one place for every page', () => {
  for (const path of ['/location/home', '/camera/1', '/camera-edit/1', '/edge-edit/1', '/edit-location/1', '/start', '/search', '/exports']) {
    expect(navigation.filter(({ owns }) => owns.test(path))).toHaveLength(1);
  }
});
