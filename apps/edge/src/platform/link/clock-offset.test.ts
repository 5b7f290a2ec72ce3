import { expect, test } from 'vitest';
import { ClockOffset } from './clock-offset.ts';

/** A trip of `roundTripMs` at `serverMs` by a clock that is ahead by `offMs`. */
const trip = (offMs: number, roundTripMs: number, serverMs: number) => ({
  sentMs: serverMs + offMs - roundTripMs / 2,
  receivedMs: serverMs + offMs + roundTripMs / 2,
  serverMs,
});

test('the quickest trip of the last ones counts', () => {
  const offset = new ClockOffset();
  expect(offset.offsetMs).toBeNull();
  offset.add(trip(100, 900, 0));
  offset.add(trip(40, 10, 5_000));
  offset.add(trip(300, 1_200, 10_000));
  expect(offset.offsetMs).toBe(40);
});

test('after the clock was set only what was measured since counts, at once', () => {
  const offset = new ClockOffset();
  for (let index = 0; index < 8; index += 1) offset.add(trip(0, 2, index * 5_000));
  offset.add(trip(3_600_000, 80, 45_000));
  expect(offset.offsetMs).toBe(3_600_000);
  offset.add(trip(0, 500, 50_000));
  expect(offset.offsetMs).toBe(0);
});
