interface Sample {
  rttMs: number;
  offsetMs: number;
}

const keptSamples = 8;

/** The core's clock as this browser knows it, from pings: the sample with the shortest way is the truest. */
export class CoreClock {
  #samples: Sample[] = [];

  /** One answered ping: when it left and came back by this browser's clock, and what the core's clock said. UTC ms. */
  add(ping: { sentAtMs: number; receivedAtMs: number; coreUtcMs: number }): void {
    const rttMs = ping.receivedAtMs - ping.sentAtMs;
    if (rttMs < 0) return;
    this.#samples = [
      ...this.#samples.slice(1 - keptSamples),
      { rttMs, offsetMs: ping.coreUtcMs - (ping.sentAtMs + rttMs / 2) },
    ];
  }

  #best(): Sample | null {
    return this.#samples.reduce<Sample | null>(
      (best, sample) => (best && best.rttMs <= sample.rttMs ? best : sample),
      null,
    );
  }

  /** Core's clock minus this browser's, ms; 0 until a ping was answered. */
  get offsetMs(): number {
    return this.#best()?.offsetMs ?? 0;
  }

  /** Shortest way to the core and back lately, ms; null until a ping was answered. */
  get rttMs(): number | null {
    return this.#best()?.rttMs ?? null;
  }

  /** What the core's clock says now. */
  now(): number {
    return Date.now() + this.offsetMs;
  }
}
