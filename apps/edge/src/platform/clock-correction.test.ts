import { expect, test } from 'vitest';
import { CorrectionPolicy, recalledCorrection, wantedCorrection } from './clock-correction.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const startUtcMs = Date.UTC(2026, 10, 20);

/** A machine whose clock is ahead of the server by what `offsetMs` says. */
class Machine {
  offsetMs: number;
  passedMs = 0;
  #policy: CorrectionPolicy;

  constructor(offsetMs: number, correctionMs = 0) {
    this.offsetMs = offsetMs;
    this.#policy = new CorrectionPolicy({ correctionMs, ...this.now() });
  }

  now(): { machineUtcMs: number; monotonicMs: number } {
    return { machineUtcMs: startUtcMs + this.passedMs + this.offsetMs, monotonicMs: this.passedMs };
  }

  measure(disturbedMs = 0): number {
    this.passedMs += 5_000;
    return this.#policy.measured(this.offsetMs + disturbedMs, this.now());
  }

  look(): number {
    this.passedMs += 1_000;
    return this.#policy.look(this.now());
  }
}

test('a clock that is wrong by a minute or less stays as it is', () => {
  expect([0, 59_000, -minuteMs, minuteMs].map((offsetMs) => wantedCorrection(0, offsetMs))).toEqual([0, 0, 0, 0]);
});

test('a clock that is measured wrong twice alike is put right, and a single measure changes nothing', () => {
  for (const offsetMs of [3 * dayMs, -3 * dayMs, 61_000]) {
    const machine = new Machine(offsetMs);
    expect([machine.measure(), machine.measure(40), machine.measure(-40)]).toEqual([0, -offsetMs - 40, -offsetMs - 40]);
  }
  const odd = new Machine(0);
  expect([odd.measure(), odd.measure(dayMs), odd.measure(), odd.measure(2 * dayMs), odd.measure()]).toEqual([
    0, 0, 0, 0, 0,
  ]);
  const unsteady = new Machine(0);
  expect([unsteady.measure(dayMs), unsteady.measure(2 * dayMs), unsteady.measure(3 * dayMs)]).toEqual([0, 0, 0]);
});

test('what drifts by less than a minute is not stepped, however long it drifts; more is', () => {
  const machine = new Machine(61_000, -61_000);
  machine.offsetMs = 59_000;
  expect([machine.measure(), machine.measure()]).toEqual([-61_000, -61_000]);
  machine.offsetMs = 61_000 + 2 * minuteMs;
  expect([machine.measure(), machine.measure()]).toEqual([-61_000, -machine.offsetMs]);
});

test('a clock that somebody sets right goes as it is again, with the server and without it', () => {
  const linked = new Machine(3 * dayMs, -3 * dayMs);
  linked.measure();
  linked.offsetMs = 20;
  expect([linked.measure(), linked.measure()]).toEqual([-3 * dayMs, 0]);
  for (const offsetMs of [3 * dayMs, -3 * dayMs]) {
    const alone = new Machine(offsetMs, -offsetMs);
    expect([alone.look(), alone.look(), alone.look()]).toEqual([-offsetMs, -offsetMs, -offsetMs]);
    alone.offsetMs = -300;
    expect([alone.look(), alone.look()]).toEqual([-offsetMs, 0]);
  }
});

test('without the server nothing is put right: a machine that slept looks as if its clock was set', () => {
  const machine = new Machine(0);
  machine.measure();
  machine.offsetMs = 8 * hourMs;
  expect([machine.look(), machine.look(), machine.look()]).toEqual([0, 0, 0]);
});

test('a start without the server begins with the correction of before, unless the clock was probably set meanwhile', () => {
  for (const correctionMs of [3 * dayMs, -3 * dayMs]) {
    const recalled = (passedMs: number): number =>
      recalledCorrection({ correctionMs, machineUtcMs: startUtcMs }, startUtcMs + passedMs);
    expect([0, 30_000, hourMs, dayMs].map(recalled)).toEqual([correctionMs, correctionMs, correctionMs, correctionMs]);
    // Set back by three days, on by three days, or a battery that is empty.
    expect([-3 * dayMs + hourMs, 3 * dayMs + 10, -400 * dayMs].map(recalled)).toEqual([0, 0, 0]);
  }
  expect(recalledCorrection({ correctionMs: 90_000, machineUtcMs: startUtcMs }, startUtcMs + 600_000)).toBe(90_000);
});
