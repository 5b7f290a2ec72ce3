/** Counts the time in which the camera was looked at: what nobody saw is neither presence nor absence. */
export class KnownTime {
  #blindMs = 0;
  #blindSinceUtcMs: number | null = null;

  get blindSinceUtcMs(): number | null {
    return this.#blindSinceUtcMs;
  }

  blind(utcMs: number): void {
    this.#blindSinceUtcMs ??= utcMs;
  }

  /** Somebody looks again. */
  seen(utcMs: number): void {
    if (this.#blindSinceUtcMs !== null) this.#blindMs += utcMs - this.#blindSinceUtcMs;
    this.#blindSinceUtcMs = null;
  }

  /** Known time of an instant since the last blindness. */
  of(utcMs: number): number {
    return utcMs - this.#blindMs;
  }

  /** The instant of a known time, if nobody goes blind before. */
  utcMs(knownMs: number): number {
    return knownMs + this.#blindMs;
  }
}
