/** Time as a dependency, so that tests own it. */
export interface Clock {
  /** UTC milliseconds of the wall clock; may jump. */
  nowUtcMs: () => number;
  /** Milliseconds that only go forwards. */
  monotonicMs: () => number;
}

const correctionFlag = '--clock-correction=';
/** A child begins with what its parent knows. */
let correctionMs = correctionIn(process.argv);

/**
 * The clock of the machine as somebody set it, for what is compared with other times of the machine: its files, its log, and how wrong it
 * is. Nothing that is filed, reported or shown goes by it.
 */
export const machineClock: Clock = {
  nowUtcMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** What time it is: the clock of the machine, put right by what the server said where that is wrong. All of a core goes by it. */
export const nowUtcMs = (): number => Date.now() + correctionMs;

export const systemClock: Clock = { ...machineClock, nowUtcMs };

/** A time of the machine's own clock, put right as it would be now. */
export const correctedUtcMs = (machineUtcMs: number): number => machineUtcMs + correctionMs;

/** What is added to the clock of the machine, ms. */
export const clockCorrectionMs = (): number => correctionMs;

/** From now on so much is added to the clock of the machine: to all parts of this process it looks like a clock that was set. */
export function setClockCorrection(ms: number): void {
  correctionMs = ms;
}

/** How a child hears at its start what is added to the clock; nothing unless something is. */
export const clockArguments = (): string[] => (correctionMs === 0 ? [] : [`${correctionFlag}${String(correctionMs)}`]);

function correctionIn(args: readonly string[]): number {
  const ms = Number(args.find((argument) => argument.startsWith(correctionFlag))?.slice(correctionFlag.length) ?? 0);
  return Number.isFinite(ms) ? ms : 0;
}
