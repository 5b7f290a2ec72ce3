import { expect, test } from 'vitest';
import { safeNext } from './guards.ts';

test('never leaves this application after signing in', () => {
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'evil'])
    expect(safeNext(next)).toBe('/location/home');
});

test('does not come back to the sign-in page', () => {
  expect(safeNext('/auth/login')).toBe('/location/home');
  expect(safeNext(undefined)).toBe('/location/home');
});

test('goes where the person wanted to go', () => {
  expect(safeNext('/camera/1?at=5')).toBe('/camera/1?at=5');
});
