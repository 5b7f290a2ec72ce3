// A camera's clock runs at its own pace: 50 ppm are 180 ms in an hour. The line follows arrival by at most a thousandth of the
// elapsed time, which no player notices, so that two streams of a camera and the live picture stay together.
const slewShare = 0.001;
const slewFromMs = 15;
// Jitter of the network is averaged away over some hundred pictures.
const smoothing = 0.01;

/** Takes the slow drift between a camera's clock and ours out of a stream's time line, without a step. */
export interface ClockSlew {
  /** A new anchor: there is no drift. */
  reset(): void;
  /** How much later (ms) a picture arrived than its time says. */
  note(driftMs: number): void;
  /** Ticks (90 kHz, whole) to move the line by over the next `stepTicks`. */
  over(stepTicks: number): number;
}

export function createClockSlew(): ClockSlew {
  let driftMs = 0;
  let owedTicks = 0;
  return {
    reset() {
      driftMs = 0;
      owedTicks = 0;
    },
    note(latelyMs) {
      driftMs += (latelyMs - driftMs) * smoothing;
    },
    over(stepTicks) {
      if (Math.abs(driftMs) < slewFromMs) return 0;
      const ticks = Math.sign(driftMs) * Math.min(Math.abs(driftMs) * 90, stepTicks * slewShare);
      driftMs -= ticks / 90;
      // Times are whole ticks: what is less waits until it is one.
      owedTicks += ticks;
      const whole = Math.trunc(owedTicks);
      owedTicks -= whole;
      return whole;
    },
  };
}
