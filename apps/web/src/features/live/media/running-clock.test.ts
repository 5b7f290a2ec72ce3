import { describe, expect, it } from 'vitest';
import { RunningClock } from './running-clock.ts';

describe('a clock that runs through footage', () => {
  it('stands still until it runs, and again when it is held', () => {
    let monotonic = 0;
    const clock = new RunningClock(() => monotonic);
    clock.set(1000, 8);
    monotonic = 50;
    expect(clock.positionMs).toBe(1000);
    clock.run();
    monotonic = 60;
    expect(clock.positionMs).toBe(1080);
    clock.hold();
    monotonic = 900;
    expect(clock.positionMs).toBe(1080);
  });

  it('keeps its place when the rate changes and starts anew from where it is set', () => {
    let monotonic = 0;
    const clock = new RunningClock(() => monotonic);
    clock.set(0, 16);
    clock.run();
    monotonic = 100;
    clock.set(clock.positionMs, 8);
    monotonic = 200;
    expect(clock.positionMs).toBe(2400);
    clock.set(10_000);
    monotonic = 201;
    expect(clock.positionMs).toBe(10_008);
  });
});
