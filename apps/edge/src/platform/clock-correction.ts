/** What is added to the clock of the machine, and what that clock said when this was last true. */
interface CorrectionMemory {
  correctionMs: number;
  machineUtcMs: number;
}

/** Less than this is no wrong clock. The server tells of one that is wrong by more. */
const toleranceMs = 60_000;
/** So near to the time of the server a clock has been set right: it needs no correction any more. */
const rightWithinMs = 30_000;
/** Two measures that differ by less say the same. */
const alikeMs = 5_000;
/** A core that was off for less goes on as before, however small the correction is. */
const shortRestMs = 3_600_000;

/** What the correction ought to be where the clock of the machine is ahead of the server by `offsetMs`. Each change is a jump for everybody. */
export function wantedCorrection(correctionMs: number, offsetMs: number): number {
  if (correctionMs === 0) return Math.abs(offsetMs) > toleranceMs ? -offsetMs : 0;
  if (Math.abs(offsetMs) <= rightWithinMs) return 0;
  return Math.abs(offsetMs + correctionMs) > toleranceMs ? -offsetMs : correctionMs;
}

/** What a start without the server begins with: a clock that went back, or on by as much as it was wrong, has probably been set meanwhile. */
export function recalledCorrection({ correctionMs, machineUtcMs }: CorrectionMemory, nowMachineUtcMs: number): number {
  const passedMs = nowMachineUtcMs - machineUtcMs;
  return passedMs >= -toleranceMs && passedMs < Math.max(shortRestMs, Math.abs(correctionMs) - toleranceMs)
    ? correctionMs
    : 0;
}

/**
 * Decides by how much the clock of the machine is put right. What is measured counts when it is measured twice alike. Without the server
 * nothing is put right anew; but a clock that comes to the server's time as it is reckoned was set right by somebody, and goes as it is.
 */
export class CorrectionPolicy {
  #correctionMs: number;
  #proposedMs: number | null = null;
  /** The time of the server, and when it was known by what only goes forwards. */
  #server: { utcMs: number; monotonicMs: number } | null = null;
  #looksRight = false;

  constructor(start: { correctionMs: number; machineUtcMs: number; monotonicMs: number }) {
    this.#correctionMs = start.correctionMs;
    if (start.correctionMs !== 0)
      this.#server = { utcMs: start.machineUtcMs + start.correctionMs, monotonicMs: start.monotonicMs };
  }

  /** The link measured that the clock of the machine is ahead by so much. Answers the correction from now on. */
  measured(offsetMs: number, now: { machineUtcMs: number; monotonicMs: number }): number {
    this.#server = { utcMs: now.machineUtcMs - offsetMs, monotonicMs: now.monotonicMs };
    const wantedMs = wantedCorrection(this.#correctionMs, offsetMs);
    const isSteady = this.#proposedMs !== null && Math.abs(wantedMs - this.#proposedMs) <= alikeMs;
    if (wantedMs !== this.#correctionMs && isSteady) this.#correctionMs = wantedMs;
    this.#proposedMs = wantedMs === this.#correctionMs ? null : wantedMs;
    return this.#correctionMs;
  }

  /** Every second. Answers the correction from now on. */
  look(now: { machineUtcMs: number; monotonicMs: number }): number {
    if (this.#server === null || this.#correctionMs === 0) return this.#correctionMs;
    const reckonedMs = this.#server.utcMs + (now.monotonicMs - this.#server.monotonicMs);
    const isRight = Math.abs(now.machineUtcMs - reckonedMs) <= rightWithinMs;
    if (isRight && this.#looksRight) this.#correctionMs = 0;
    this.#looksRight = isRight;
    return this.#correctionMs;
  }
}
