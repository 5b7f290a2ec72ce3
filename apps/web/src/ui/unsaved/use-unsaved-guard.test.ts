import { expect, test } from 'vitest';
import { asksBeforeLeaving } from './use-unsaved-guard.ts';

const leaving = { isDirty: true, current: { pathname: '/a' }, next: { pathname: '/b' }, isSameTenant: true };

test('never holds back whoever changed nothing, stays on the page, or left the organization', () => {
  expect(asksBeforeLeaving({ ...leaving, isDirty: false })).toBe(false);
  expect(asksBeforeLeaving({ ...leaving, next: { pathname: '/a' } })).toBe(false);
  expect(asksBeforeLeaving({ ...leaving, isSameTenant: false })).toBe(false);
});

test('asks before unsaved changes are lost', () => {
  expect(asksBeforeLeaving(leaving)).toBe(true);
});
