import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RtpClock } from './rtp-clock.ts';

const frame = (index: number, more: { ptsOffset?: number; lateMs?: number } = {}) => ({
  pts90k: index * 6_000 + (more.ptsOffset ?? 0),
  arrivalMs: 1_000_000 + (index * 1_000) / 15 + (more.lateMs ?? 0),
});

describe('timestamps of an outgoing track', () => {
  it('keep the distances of the camera, whatever the jitter of arrival', () => {
    const clock = new RtpClock(500);
    const times = [0, 1, 2, 3, 4].map((index) => clock.next(frame(index, { lateMs: index % 2 === 0 ? 0 : 40 })));
    expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual([6_000, 6_000, 6_000, 6_000]);
  });

  it('end a burst where the live picture belongs', () => {
    const clock = new RtpClock(500);
    const times = clock.burst([frame(0), frame(1), frame(2)]);
    expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual([90, 90]);
    expect(clock.next(frame(3)) - times.at(-1)!).toBe(6_000);
  });

  it('go on by the clock on the wall when the camera starts its own anew', () => {
    const clock = new RtpClock(500);
    const before = clock.next(frame(10, { ptsOffset: 900_000_000 }));
    expect(clock.next(frame(11)) - before).toBeCloseTo(6_000, -1);
  });

  it('never go back', () => {
    const unit = fc.record({
      pts90k: fc.integer({ min: -1e9, max: 1e9 }),
      arrivalMs: fc.integer({ min: 1, max: 1e7 }),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(unit, fc.array(unit, { minLength: 1, maxLength: 50 }))), (steps) => {
        const clock = new RtpClock(0);
        let last = -1;
        for (const step of steps) {
          for (const time of Array.isArray(step) ? clock.burst(step) : [clock.next(step)]) {
            expect(time).toBeGreaterThan(last);
            last = time;
          }
        }
      }),
    );
  });
});
