import { describe, expect, it } from 'vitest';
import { CoreClock } from './core-clock.ts';

describe('the clock of the core', () => {
  it('knows nothing before the first ping and ignores a clock that ran backwards', () => {
    const clock = new CoreClock();
    clock.add({ sentAtMs: 10, receivedAtMs: 5, coreUtcMs: 10_000 });
    expect(clock.rttMs).toBeNull();
    expect(clock.offsetMs).toBe(0);
  });

  it('trusts the ping with the shortest way', () => {
    const clock = new CoreClock();
    clock.add({ sentAtMs: 1000, receivedAtMs: 1400, coreUtcMs: 6350 });
    clock.add({ sentAtMs: 2000, receivedAtMs: 2010, coreUtcMs: 7005 });
    clock.add({ sentAtMs: 3000, receivedAtMs: 3300, coreUtcMs: 8290 });
    expect(clock.rttMs).toBe(10);
    expect(clock.offsetMs).toBe(5000);
  });

  it('forgets old pings, so that a new path shows', () => {
    const clock = new CoreClock();
    clock.add({ sentAtMs: 0, receivedAtMs: 2, coreUtcMs: 1 });
    for (let index = 0; index < 8; index += 1)
      clock.add({ sentAtMs: index, receivedAtMs: index + 50, coreUtcMs: index });
    expect(clock.rttMs).toBe(50);
  });
});
