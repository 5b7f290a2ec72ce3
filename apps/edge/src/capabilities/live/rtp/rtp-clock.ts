const ticksPerMs = 90;
/** A step of the source's time line larger than this is a reconnect or a jump, not jitter. */
const maxDriftTicks = 90_000;
/** Distance of the pictures of a burst: the browser decodes them in a rush and shows the last. */
export const burstStepTicks = 90;

/**
 * Gives the pictures of one outgoing track steadily rising 90 kHz timestamps, whatever happens to the source's own: other
 * stream, reconnect, clock jump.
 */
export class RtpClock {
  #offset: number | null = null;
  #last: { ticks: number; arrivalMs: number };

  constructor(firstTicks: number) {
    this.#last = { ticks: firstTicks, arrivalMs: 0 };
  }

  /** Timestamp of the next live picture. Units of B-frame streams do not belong here. */
  next(unit: { pts90k: number; arrivalMs: number }): number {
    const elapsed = this.#last.arrivalMs === 0 ? 0 : Math.max(0, unit.arrivalMs - this.#last.arrivalMs) * ticksPerMs;
    const expected = this.#last.ticks + Math.max(1, elapsed);
    if (this.#offset === null || Math.abs(this.#offset + unit.pts90k - expected) > maxDriftTicks)
      this.#offset = expected - unit.pts90k;
    const ticks = Math.max(this.#offset + unit.pts90k, this.#last.ticks + 1);
    this.#last = { ticks, arrivalMs: unit.arrivalMs };
    return ticks;
  }

  /** Timestamps of a burst whose last picture is the live one: close together, ending where the live picture belongs. */
  burst(units: readonly { pts90k: number; arrivalMs: number }[]): number[] {
    const newest = units.at(-1);
    if (newest === undefined) return [];
    const before = this.#last.ticks;
    const end = Math.max(this.next(newest), before + units.length * burstStepTicks);
    this.#offset = end - newest.pts90k;
    this.#last.ticks = end;
    return units.map((_, index) => end - (units.length - 1 - index) * burstStepTicks);
  }
}
