import { expect, test } from 'vitest';
import { safeNext } from './safe-next.ts';

test('never leaves this application after signing in', () => {
  const away = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'evil',
    ' //evil.example',
    '/..//evil.example',
  ];
  // Browsers drop tabs and line ends from an address.
  const hidden = [
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\\evil.example',
    '\t//evil.example',
    '/\t\n/evil.example/location/home',
  ];
  for (const next of [...away, ...hidden]) expect(safeNext(next), JSON.stringify(next)).toBe('/location/home');
});

test('does not come back to the sign-in page', () => {
  expect(safeNext('/auth/login')).toBe('/location/home');
  expect(safeNext('/./auth/login')).toBe('/location/home');
  expect(safeNext(undefined)).toBe('/location/home');
});

test('goes where the person wanted to go', () => {
  expect(safeNext('/camera/1?at=5')).toBe('/camera/1?at=5');
  expect(safeNext('/search?text=a%2Fb#here')).toBe('/search?text=a%2Fb#here');
});
