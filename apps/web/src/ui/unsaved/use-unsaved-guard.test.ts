import { expect, test } from 'vitest';
import { asksBeforeLeaving } from './use-unsaved-guard.ts';

const leaving = {
  isDirty: true,
  current: { pathname: '/a', search: {} },
  next: { pathname: '/b', search: {} },
  isSameTenant: true,
};

test('never holds back whoever changed nothing, stays on the page, or left the organization', () => {
  expect(asksBeforeLeaving({ ...leaving, isDirty: false })).toBe(false);
  expect(asksBeforeLeaving({ ...leaving, next: { pathname: '/a', search: { filter: 'x' } } })).toBe(false);
  expect(asksBeforeLeaving({ ...leaving, next: { pathname: '/a', search: { filter: 'x' } }, part: 'way' })).toBe(false);
  expect(asksBeforeLeaving({ ...leaving, isSameTenant: false })).toBe(false);
});

test('asks before unsaved changes are lost', () => {
  expect(asksBeforeLeaving(leaving)).toBe(true);
});

test('asks as well where a part of the address chooses another form of the same page', () => {
  const current = { pathname: '/a', search: { way: 'file', core: '1' } };
  expect(asksBeforeLeaving({ ...leaving, current, next: { ...current, search: { core: '1' } }, part: 'way' })).toBe(
    true,
  );
  expect(asksBeforeLeaving({ ...leaving, current, next: { ...current, search: { way: 'scan' } }, part: 'way' })).toBe(
    true,
  );
  expect(
    asksBeforeLeaving({ ...leaving, current, next: { ...current, search: { way: 'file', core: '2' } }, part: 'way' }),
  ).toBe(false);
});
