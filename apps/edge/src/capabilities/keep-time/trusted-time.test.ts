import { expect, test } from 'vitest';
import { type TimeMemory, TrustedTime } from './trusted-time.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = 1_800_000_000_000;

/** A machine whose wall clock is `offMs` off. */
class Machine {
  offMs = 0;
  passedMs = 0;
  memory: TimeMemory | null = null;
  newestFootageUtcMs: number | null = null;

  start(): TrustedTime {
    const { memory, newestFootageUtcMs } = this;
    return new TrustedTime({ wallMs: () => this.wallMs, monotonicMs: () => this.passedMs, memory, newestFootageUtcMs });
  }

  get trueMs(): number {
    return now + this.passedMs;
  }

  get wallMs(): number {
    return this.trueMs + this.offMs;
  }

  /** Time passes, with a look every minute. */
  run(time: TrustedTime, ms: number): void {
    for (const endMs = this.passedMs + ms; this.passedMs < endMs;) {
      this.passedMs = Math.min(endMs, this.passedMs + 60_000);
      this.memory = time.look();
    }
  }
}

test('a clock that jumps ahead while it runs is not believed, one that is set back is', () => {
  const machine = new Machine();
  const time = machine.start();
  time.confirm(machine.trueMs);
  machine.offMs = 3650 * day;
  machine.run(time, hour);
  expect(time.nowUtcMs()).toBe(machine.trueMs);
  machine.offMs = -day;
  expect(time.nowUtcMs()).toBe(machine.trueMs - day);
});

test('a clock that is ahead at the start is not believed: the time of before counts, then that of the server', () => {
  const machine = new Machine();
  machine.memory = { utcMs: now - 2 * day, misdated: [] };
  machine.offMs = 365 * day;
  const time = machine.start();
  machine.run(time, hour);
  expect(time.nowUtcMs()).toBe(machine.trueMs - 2 * day);
  expect(time.confirm(machine.trueMs)).toBe(true);
  expect(time.nowUtcMs()).toBe(machine.trueMs);
  expect(time.confirm(machine.trueMs + 500)).toBe(false);
  machine.offMs = 0;
  machine.run(time, hour);
  expect(time.all()).toEqual([]);
});

test('without a memory the newest footage says how late it is at least', () => {
  const machine = new Machine();
  machine.newestFootageUtcMs = now - day;
  machine.offMs = 365 * day;
  expect(machine.start().nowUtcMs()).toBe(now - day);
});

test('what is written by a clock that is behind is as young as it is, from start to start, and nothing else becomes younger', () => {
  const machine = new Machine();
  machine.memory = { utcMs: now - hour, misdated: [] };
  machine.offMs = -10 * day;
  const time = machine.start();
  time.confirm(machine.trueMs);
  machine.run(time, hour);
  const file = { startUtcMs: machine.wallMs - 60_000, endUtcMs: machine.wallMs };
  expect(time.writtenMs(file)).toBe(machine.trueMs);
  machine.offMs = 0;
  machine.run(time, 2 * hour);
  const again = machine.start();
  for (const one of [time, again]) {
    expect(one.writtenMs(file) - file.endUtcMs).toBe(10 * day);
    for (const startUtcMs of [now - 11 * day, now - 9 * day, now - day, machine.wallMs]) {
      expect(one.writtenMs({ startUtcMs, endUtcMs: startUtcMs + 60_000 })).toBe(startUtcMs + 60_000);
    }
  }
});

test('a new core whose clock is corrected before the server is reached knows afterwards what it wrote before', () => {
  const machine = new Machine();
  machine.offMs = -20 * day;
  const time = machine.start();
  const file = { startUtcMs: machine.wallMs + 1_000, endUtcMs: machine.wallMs + 30_000 };
  machine.run(time, 300_000);
  machine.offMs = 0;
  machine.run(time, 300_000);
  time.confirm(machine.trueMs);
  expect(time.writtenMs(file) - file.endUtcMs).toBe(20 * day);
  expect(time.writtenMs({ startUtcMs: now - day, endUtcMs: now - day + 1 })).toBe(now - day + 1);
});

test('a server that was wrong and takes it back leaves nothing behind', () => {
  const machine = new Machine();
  const time = machine.start();
  machine.run(time, hour);
  time.confirm(machine.trueMs + 365 * day);
  machine.run(time, hour);
  expect(time.nowUtcMs()).toBe(machine.wallMs);
  time.confirm(machine.trueMs);
  machine.run(time, hour);
  expect(time.all()).toEqual([]);
  expect(time.nowUtcMs()).toBe(machine.trueMs);
});

test('a clock that is set back long after the start makes nothing younger that was written before', () => {
  const machine = new Machine();
  const time = machine.start();
  time.confirm(machine.trueMs);
  machine.run(time, 20 * day);
  const before = { startUtcMs: now + day, endUtcMs: now + day + 60_000 };
  machine.offMs = -hour;
  machine.run(time, hour);
  expect(time.writtenMs({ startUtcMs: machine.wallMs - 60_000, endUtcMs: machine.wallMs })).toBe(machine.trueMs);
  expect(time.writtenMs(before)).toBe(before.endUtcMs);
});

test('however often a core starts in 1970, nothing that it wrote then is too old', () => {
  const machine = new Machine();
  const firsts: { startUtcMs: number; endUtcMs: number; trueMs: number }[] = [];
  for (let start = 0; start < 40; start++) {
    machine.passedMs += 3 * day;
    machine.offMs = -machine.trueMs + start * 7_200_000;
    const time = machine.start();
    machine.run(time, 600_000);
    time.confirm(machine.trueMs);
    machine.run(time, 600_000);
    firsts.push({ startUtcMs: machine.wallMs - 60_000, endUtcMs: machine.wallMs, trueMs: machine.trueMs });
  }
  const last = machine.start();
  expect(last.all().length).toBeLessThanOrEqual(20);
  for (const { trueMs, ...file } of firsts) expect(last.writtenMs(file)).toBeGreaterThanOrEqual(trueMs - 120_000);
});

test('ranges hold every instant once, and each is wholly in a span or out of it', () => {
  const machine = new Machine();
  machine.memory = {
    utcMs: now,
    misdated: [
      { fromUtcMs: 5.5, untilUtcMs: 1_000, byMs: now },
      { fromUtcMs: 500, untilUtcMs: 2_000, byMs: now / 2 },
    ],
  };
  const ranges = machine.start().ranges();
  expect(ranges[0]?.fromUtcMs).toBe(Number.MIN_SAFE_INTEGER);
  expect(ranges.at(-1)?.untilUtcMs).toBe(Number.MAX_SAFE_INTEGER - 1);
  for (const [index, { fromUtcMs }] of ranges.slice(1).entries()) expect(fromUtcMs).toBe(ranges[index]!.untilUtcMs + 1);
  expect(ranges.map(({ fromUtcMs }) => fromUtcMs).slice(1)).toEqual([6, 500, 121_001, 122_001, now + day]);
});
