import { expect, test } from 'vitest';
import { clockLength, formatBytes, formatDuration, formatTotal } from './format-number.ts';

test('never shows a negative age when the clocks disagree', () => {
  expect(formatDuration(-5000)).toBe('0 sec');
});

test('shows a length of time in its two largest units', () => {
  expect(formatDuration(8000)).toBe('8 sec');
  expect(formatDuration(41 * 60_000)).toBe('41 min');
  expect(formatDuration((2 * 60 + 12) * 60_000 + 5000)).toBe('2 hr 12 min');
  expect(formatDuration(86_400_000 + 60_000)).toBe('1 day');
});

test('shows bytes as disks are sold', () => {
  expect(formatBytes(0)).toBe('0 B');
  expect(formatBytes(1_500_000_000_000)).toBe('1.5 TB');
  expect(formatBytes(16_000_000_000)).toBe('16 GB');
});

test('shows a length of time as a player does, never below zero', () => {
  expect([-1, 44_000, 250_400, 3_729_000].map(clockLength)).toEqual(['0:00', '0:44', '4:10', '1:02:09']);
});

test('says that there are more than were counted', () => {
  expect(formatTotal({ value: 812, relation: 'exact' })).toBe('812');
  expect(formatTotal({ value: 10_000, relation: 'atLeast' })).toContain('10,000+');
});
