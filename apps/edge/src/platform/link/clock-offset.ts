interface Sample {
  offsetMs: number;
  roundTripMs: number;
}

/** Clocks drift by less than this while the samples are kept. */
const driftMs = 250;

/**
 * How far the core's clock is from the server's, by round trips (half the trip is taken as one way). The sample with the
 * shortest trip of the last eight counts: it was disturbed least.
 */
export class ClockOffset {
  #samples: Sample[] = [];

  /** `sentMs` and `receivedMs` by the core's clock, `serverMs` by the server's. */
  add(sample: { sentMs: number; receivedMs: number; serverMs: number }): void {
    const roundTripMs = sample.receivedMs - sample.sentMs;
    // The own clock was set during the trip: such a sample says nothing.
    if (roundTripMs < 0 || roundTripMs > 30_000) return;
    const now = { offsetMs: sample.sentMs + roundTripMs / 2 - sample.serverMs, roundTripMs };
    // Each is wrong by half its trip at most. What lies further apart was measured by a clock that was set since.
    const fitting = this.#samples.filter(
      (one) => Math.abs(one.offsetMs - now.offsetMs) <= (one.roundTripMs + roundTripMs) / 2 + driftMs,
    );
    this.#samples = [...fitting.slice(-7), now];
  }

  /** Core minus server in ms, or null before the first sample. */
  get offsetMs(): number | null {
    if (this.#samples.length === 0) return null;
    const best = this.#samples.reduce((a, b) => (b.roundTripMs < a.roundTripMs ? b : a));
    return Math.round(best.offsetMs);
  }

  reset(): void {
    this.#samples = [];
  }
}
