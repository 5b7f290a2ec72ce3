import { expect, test } from 'vitest';
import { createCrashSuspects } from './crash-suspects.ts';

test('one or two ends are chance, the third leaves the camera out for a minute, each further one for longer up to an hour', () => {
  const suspects = createCrashSuspects();
  expect(suspects.blame('a', 0)).toBeNull();
  expect(suspects.blame('a', 1_000)).toBeNull();
  expect(suspects.isOut('a', 1_500)).toBe(false);
  expect(suspects.blame('a', 2_000)).toBe(60_000);
  expect(suspects.isOut('a', 61_999)).toBe(true);
  expect(suspects.isOut('a', 62_000)).toBe(false);
  expect(suspects.blame('a', 63_000)).toBe(300_000);
  expect(suspects.blame('a', 363_001)).toBe(1_500_000);
  expect(suspects.blame('a', 1_863_002)).toBe(3_600_000);
});

test('others are not blamed with it, and ten minutes without an end forgive', () => {
  const suspects = createCrashSuspects();
  for (const atMs of [0, 1, 2]) suspects.blame('a', atMs);
  expect(suspects.isOut('b', 3)).toBe(false);
  for (const atMs of [0, 300_000, 900_001]) expect(suspects.blame('b', atMs)).toBeNull();
  suspects.forget('a');
  expect(suspects.isOut('a', 3)).toBe(false);
});
