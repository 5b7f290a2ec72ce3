import { createArrivalFloor } from './arrival-floor.ts';

// A camera's clock runs at its own pace: 50 ppm are 180 ms in an hour. The line follows by at most a thousandth of the elapsed time,
// which no player notices, so that two streams of a camera and the live picture stay together.
const slewShare = 0.001;
const slewFromMs = 5;
// Nothing arrives before it was sent: a line that says so is wrong by that much at least, and is put right faster.
const surelyWrongMs = 40;
const surelyWrongShare = 0.005;
// Further apart than this, for so long, is no drift: the line has to begin anew.
const hopelessMs = 500;
const hopelessForMs = 2000;

/** Takes the slow drift between a camera's clock and ours out of a stream's time line, without a step. */
export interface ClockSlew {
  /** A new anchor: there is no drift. */
  reset(): void;
  /** How much later (ms) than its time says a picture arrived at `arrivalMs`; answers whether slewing cannot help any more. */
  note(latelyMs: number, arrivalMs: number): boolean;
  /** How much later than their times say the pictures arrive that were not held up, ms: of late, or since slewing cannot help. */
  lowestMs(): number;
  /** Ticks (90 kHz, whole) to move the line by over the next `stepTicks`. */
  over(stepTicks: number): number;
}

export function createClockSlew(): ClockSlew {
  const floor = createArrivalFloor();
  let owedTicks = 0;
  let hopeless: { sinceMs: number; lowestMs: number } | null = null;
  return {
    reset() {
      floor.reset();
      owedTicks = 0;
      hopeless = null;
    },
    note(latelyMs, arrivalMs) {
      floor.note(latelyMs, arrivalMs);
      if (Math.abs(latelyMs) <= hopelessMs) hopeless = null;
      else
        hopeless = {
          sinceMs: hopeless?.sinceMs ?? arrivalMs,
          lowestMs: Math.min(latelyMs, hopeless?.lowestMs ?? latelyMs),
        };
      return hopeless !== null && Math.abs(arrivalMs - hopeless.sinceMs) >= hopelessForMs;
    },
    lowestMs: () => hopeless?.lowestMs ?? floor.lowestMs() ?? 0,
    over(stepTicks) {
      const errorMs = floor.lowestMs() ?? 0;
      if (Math.abs(errorMs) < slewFromMs) return 0;
      const share = errorMs < -surelyWrongMs ? surelyWrongShare : slewShare;
      const ticks = Math.sign(errorMs) * Math.min(Math.abs(errorMs) * 90, stepTicks * share);
      // Times are whole ticks: what is less waits until it is one.
      owedTicks += ticks;
      const whole = Math.trunc(owedTicks);
      owedTicks -= whole;
      floor.shift(-whole / 90);
      return whole;
    },
  };
}
