interface Sample {
  offsetMs: number;
  roundTripMs: number;
}

/**
 * How far the core's clock is from the server's, by round trips (half the trip is taken as one way). The sample with the
 * shortest trip of the last eight counts: it was disturbed least.
 */
export class ClockOffset {
  private samples: Sample[] = [];

  /** `sentMs` and `receivedMs` by the core's clock, `serverMs` by the server's. */
  add(sample: { sentMs: number; receivedMs: number; serverMs: number }): void {
    const roundTripMs = sample.receivedMs - sample.sentMs;
    // The own clock was set during the trip: such a sample says nothing.
    if (roundTripMs < 0 || roundTripMs > 30_000) return;
    this.samples = [...this.samples.slice(-7), { offsetMs: sample.sentMs + roundTripMs / 2 - sample.serverMs, roundTripMs }];
  }

  /** Core minus server in ms, or null before the first sample. */
  get offsetMs(): number | null {
    if (this.samples.length === 0) return null;
    const best = this.samples.reduce((a, b) => (b.roundTripMs < a.roundTripMs ? b : a));
    return Math.round(best.offsetMs);
  }

  reset(): void {
    this.samples = [];
  }
}
