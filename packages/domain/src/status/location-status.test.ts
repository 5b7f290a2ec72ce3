import { expect, it } from 'vitest';
import { locationStateOf } from './location-status.ts';

it.each([
  ['online', { total: 3, online: 3, offline: 0, notConnected: 0 }],
  ['offline', { total: 3, online: 0, offline: 3, notConnected: 0 }],
  ['unhealthy', { total: 3, online: 2, offline: 1, notConnected: 0 }],
  ['unhealthy', { total: 3, online: 2, offline: 0, notConnected: 0 }],
  ['unhealthy', { total: 2, online: 1, offline: 0, notConnected: 1 }],
  ['unhealthy', { total: 2, online: 0, offline: 1, notConnected: 1 }],
] as const)('STATUS-011: is %s with %o', (state, counts) => expect(locationStateOf(counts)).toBe(state));

it('STATUS-012: is not connected without cores and cameras, and before any of them was there', () => {
  expect(locationStateOf({ total: 0, online: 0, offline: 0, notConnected: 0 })).toBe('notConnected');
  expect(locationStateOf({ total: 2, online: 0, offline: 0, notConnected: 2 })).toBe('notConnected');
});
