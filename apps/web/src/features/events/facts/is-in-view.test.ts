import { expect, test } from 'vitest';
import { isInView } from './is-in-view.ts';

const event = { phase: 'updated' as const, lastSeenUtcMs: 10_000, receivedAtUtcMs: 12_000 };

test('what ended, and what nothing was heard of for a minute, is not in view', () => {
  expect(isInView({ ...event, phase: 'closed' }, 12_000)).toBe(false);
  expect(isInView(event, 72_000)).toBe(false);
});

test('goes on while it is told of, however slow the way', () => {
  expect(isInView(event, 71_000)).toBe(true);
  expect(isInView({ ...event, lastSeenUtcMs: 90_000 }, 120_000)).toBe(true);
});
