import { expect, test } from 'vitest';
import { TrackClock } from './track-clock.ts';

const zeroUtcMs = 1_760_000_000_000;

test('does not take a late picture for a newer one', () => {
  const clock = new TrackClock();
  const late = [3, 80, 5, 140, 4, 60];
  const shown = late.map((lateMs, index) =>
    clock.instantOf({ rtpTimestamp: index * 40 * 90, receivedMs: zeroUtcMs + index * 40 + lateMs }),
  );
  for (const [index, utcMs] of shown.entries())
    expect(Math.abs(utcMs - (zeroUtcMs + index * 40))).toBeLessThanOrEqual(5);
});

test('goes on over the end of the 32-bit count', () => {
  const clock = new TrackClock();
  const first = 2 ** 32 - 1800;
  const shown = [0, 20, 40, 60].map((ms) =>
    clock.instantOf({ rtpTimestamp: (first + ms * 90) % 2 ** 32, receivedMs: zeroUtcMs + ms }),
  );
  expect(shown.map((utcMs) => Math.round(utcMs - zeroUtcMs))).toEqual([0, 20, 40, 60]);
});

test('begins anew when the sender does', () => {
  const clock = new TrackClock();
  clock.instantOf({ rtpTimestamp: 0, receivedMs: zeroUtcMs });
  expect(clock.instantOf({ rtpTimestamp: 90_000_000, receivedMs: zeroUtcMs + 5000 })).toBe(zeroUtcMs + 5000);
});

test('follows a camera whose clock runs slow', () => {
  const clock = new TrackClock();
  let worst = 0;
  for (let ms = 0; ms < 120_000; ms += 40) {
    const utcMs = clock.instantOf({ rtpTimestamp: Math.round(ms * 90 * 0.9995), receivedMs: zeroUtcMs + ms });
    if (ms > 15_000) worst = Math.max(worst, Math.abs(utcMs - (zeroUtcMs + ms)));
  }
  expect(worst).toBeLessThan(10);
});
