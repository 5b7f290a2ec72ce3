import { expect, test } from 'vitest';
import { renewalDelayMs } from './session-renewal.ts';

const now = 1_800_000_000_000;

test('never renews in a tight loop when the clock of the browser runs ahead', () => {
  expect(renewalDelayMs(now - 3_600_000, now)).toBe(15_000);
});

test('never waits longer than a token lives when the clock of the browser runs behind', () => {
  expect(renewalDelayMs(now + 3_600_000, now)).toBe(5 * 60_000);
});

test('renews some time before the token ends', () => {
  expect(renewalDelayMs(now + 5 * 60_000, now)).toBe(255_000);
});
