import { describe, expect, it } from 'vitest';
import { PictureClock } from './picture-clock.ts';

describe('the instant of a picture of the track', () => {
  it('is what the core said, counted on and back, through the wrap of the timestamps', () => {
    const clock = new PictureClock();
    expect(clock.instantOf(90)).toBeNull();
    clock.hear({ rtpTimestamp: 2 ** 32 - 90, atUtcMs: 5000 });
    expect(clock.instantOf(2 ** 32 - 90)).toBe(5000);
    expect(clock.instantOf(810)).toBe(5010);
    expect(clock.instantOf(2 ** 32 - 900)).toBe(4991);
  });

  it('is not known of another track', () => {
    const clock = new PictureClock();
    clock.hear({ rtpTimestamp: 1000, atUtcMs: 5000 });
    expect(clock.instantOf(1_000_000_000)).toBeNull();
    clock.reset();
    expect(clock.instantOf(1000)).toBeNull();
  });
});
