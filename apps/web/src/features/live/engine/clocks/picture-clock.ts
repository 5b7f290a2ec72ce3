const ticksPerMs = 90;
const wrap = 2 ** 32;

/** Which instant a picture of the video track is of, as the core tells it: `rtpTimestamp` reached the core at `atUtcMs`, by its clock. */
export class PictureClock {
  #known: { rtpTimestamp: number; atUtcMs: number } | null = null;

  hear(told: { rtpTimestamp: number; atUtcMs: number }): void {
    this.#known = told;
  }

  /** Another track, or another way: nothing is known of it yet. */
  reset(): void {
    this.#known = null;
  }

  /** UTC ms by the core's clock; null while the core has not told it, and for pictures of before it did by more than a minute. */
  instantOf(rtpTimestamp: number): number | null {
    if (this.#known === null) return null;
    const step = (rtpTimestamp - this.#known.rtpTimestamp) % wrap;
    const ticks = step > wrap / 2 ? step - wrap : step < -wrap / 2 ? step + wrap : step;
    return Math.abs(ticks) > 60_000 * ticksPerMs ? null : this.#known.atUtcMs + ticks / ticksPerMs;
  }
}
