import { expect, test } from 'vitest';
import { createOverrunWatch } from './overrun-watch.ts';

test('a decoder that was late once, or now and then, is not overloaded', () => {
  const watch = createOverrunWatch();
  watch.note(0);
  expect(watch.isLasting(9_000)).toBe(false);
  expect(watch.isLasting(10_500)).toBe(false);
  for (let ms = 20_000; ms < 200_000; ms += 12_000) {
    watch.note(ms);
    expect(watch.isLasting(ms)).toBe(false);
  }
});

test('one that leaves pictures out again and again is, until ten seconds after the last of them', () => {
  const watch = createOverrunWatch();
  for (let ms = 0; ms <= 16_000; ms += 4_000) watch.note(ms);
  expect(watch.isLasting(16_000)).toBe(true);
  expect(watch.isLasting(25_000)).toBe(true);
  expect(watch.isLasting(27_000)).toBe(false);
});
