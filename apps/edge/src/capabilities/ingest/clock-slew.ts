// A camera's clock runs at its own pace: 50 ppm are 180 ms in an hour. The line follows arrival by at most a thousandth of the
// elapsed time, which no player notices, so that two streams of a camera and the live picture stay together.
const slewShare = 0.001;
const slewFromMs = 15;
// Jitter of the network is averaged away over some hundred pictures.
const smoothing = 0.01;
// Further apart than this, for so long, is no drift: the line has to begin anew.
const hopelessMs = 500;
const hopelessForMs = 2000;

/** Takes the slow drift between a camera's clock and ours out of a stream's time line, without a step. */
export interface ClockSlew {
  /** A new anchor: there is no drift. */
  reset(): void;
  /** How much later (ms) than its time says a picture arrived at `arrivalMs`; answers whether slewing cannot help any more. */
  note(driftMs: number, arrivalMs: number): boolean;
  /** Ticks (90 kHz, whole) to move the line by over the next `stepTicks`. */
  over(stepTicks: number): number;
}

export function createClockSlew(): ClockSlew {
  let driftMs = 0;
  let owedTicks = 0;
  let hopelessSinceMs: number | null = null;
  return {
    reset() {
      driftMs = 0;
      owedTicks = 0;
      hopelessSinceMs = null;
    },
    note(latelyMs, arrivalMs) {
      driftMs += (latelyMs - driftMs) * smoothing;
      if (Math.abs(latelyMs) <= hopelessMs) hopelessSinceMs = null;
      else hopelessSinceMs ??= arrivalMs;
      return hopelessSinceMs !== null && Math.abs(arrivalMs - hopelessSinceMs) >= hopelessForMs;
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
